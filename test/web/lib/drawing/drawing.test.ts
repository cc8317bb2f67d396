import { readFile } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawingReplay, drawingSvg, makeDrawing } from '../../../../demo/art/drawing.ts';
import { createRandom } from '../../../../demo/random.ts';
import { Drawing } from '../../../../web/src/lib/drawing/drawing.ts';
import { readReplay, type Replay, ReplayError } from '../../../../web/src/lib/drawing/read-replay.ts';

/** Recorded by Tegaki 0.9.4, with the resulting picture. Contains every tool, dynamics, layers and undo. */
const fixture = (name: string) => readFile(new URL(`../../../fixtures/drawing/${name}`, import.meta.url));
const given = async (name: string) => new Uint8Array(await fixture(name));

function drawn(replay: Replay, events = Infinity): Uint8ClampedArray {
  const drawing = new Drawing(replay);
  while (drawing.done < events && drawing.step());
  const pixels = new Uint8ClampedArray(replay.width * replay.height * 4);
  drawing.draw(pixels);
  return pixels;
}

describe('the replay of a drawing', () => {
  test.each(['all-tools', 'layers'])('ends with the picture that its painter made: %s', async (name) => {
    const pixels = drawn(await readReplay(await given(`${name}.tgkr`)));
    const picture = await sharp(await fixture(`${name}.png`))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(pixels.length).toBe(picture.length);
    const differences = picture.map((value, at) => Math.abs(value - (pixels[at] ?? 0)));
    expect(differences.filter((difference) => difference > 8).length / differences.length).toBeLessThan(0.003);
    expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(0.5);
  });

  test.each([0, 1, 2, 3])('ends with the picture of a drawing of the demo: %i', async (index) => {
    const random = createRandom('drawing');
    const drawing = makeDrawing(index, random);
    const pixels = drawn(await readReplay(new Uint8Array(drawingReplay(drawing, random))));
    const picture = await sharp(Buffer.from(drawingSvg(drawing)))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(pixels.length).toBe(picture.length);
    // Edges differ: the painting program stamps discs, SVG draws lines.
    const different = picture.filter((value, at) => Math.abs(value - (pixels[at] ?? 0)) > 64);
    expect(different.length / picture.length).toBeLessThan(0.03);
  });

  test('begins with the empty canvas and shows what was undone later', async () => {
    const replay = await readReplay(await given('layers.tgkr'));
    const [red, green, blue] = replay.background;
    expect(new Set(drawn(replay, 0))).toEqual(new Set([red, green, blue, 255]));
    expect(drawn(replay, Math.floor(replay.length / 2))).not.toEqual(drawn(replay));
  });

  test('waits at most a second for a pause of the painter', async () => {
    const { times } = await readReplay(await given('all-tools.tgkr'));
    const waits = times.subarray(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
  });
});

describe('a damaged or unrelated file', () => {
  test.each([
    ['an empty file', () => new Uint8Array(0)],
    ['a picture', () => given('layers.png')],
    ['half of a recording', async () => (await given('layers.tgkr')).slice(0, 900)],
    ['a canvas that is too large', () => changed((data) => data.writeUInt16BE(60_000, 10))],
    ['an event that is not known', () => changed((data, events) => data.writeUInt8(99, events + 4))],
    ['more events than there are', () => changed((data, events) => data.writeUInt32BE(2 ** 31, events))],
  ])('is refused: %s', async (_, file) => {
    await expect((async () => readReplay(await file()))()).rejects.toThrow(ReplayError);
  });

  test('is refused or drawn, whatever its bytes are', async () => {
    const whole = inflateRawSync((await given('layers.tgkr')).subarray(12));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 }),
        async (changes) => {
          const data = Buffer.from(whole);
          for (const [at, value] of changes) data.writeUInt8(value, at);
          const replay = await readReplay(await packed(data)).catch((error: unknown) => error);
          if (replay instanceof ReplayError) return;
          const { width, height } = replay as Replay;
          if (width * height < 250_000) expect(drawn(replay as Replay, 100).length).toBe(width * height * 4);
        },
      ),
      { numRuns: 30 },
    );
  });
});

async function packed(data: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const head = (await fixture('layers.tgkr')).subarray(0, 12);
  return new Uint8Array(Buffer.concat([head, deflateRawSync(data)]));
}

/** A recording with other bytes; `events` is the position of the number of its events. */
async function changed(change: (data: Buffer, events: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const data = inflateRawSync((await given('layers.tgkr')).subarray(12));
  const tools = data.readUInt16BE(0);
  change(data, tools + 2 + data.readUInt8(tools) * data.readUInt8(tools + 1));
  return packed(data);
}
