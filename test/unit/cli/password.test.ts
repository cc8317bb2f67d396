import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readPassword, type Terminal } from '../../../cli/password.ts';

interface FakeTerminal extends Terminal {
  readonly shown: () => string;
  readonly modes: boolean[];
}

function terminal(isTTY: boolean): FakeTerminal {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (raw: boolean) => void modes.push(raw) });
  const output = new PassThrough().setEncoding('utf8');
  let shown = '';
  output.on('data', (text: string) => (shown += text));
  return { input: input as unknown as NodeJS.ReadStream, output, shown: () => shown, modes };
}

async function typed(...keys: readonly string[]): Promise<{ answer: string; screen: FakeTerminal }> {
  const screen = terminal(true);
  const asked = readPassword(screen).catch((error: unknown) => `error: ${(error as { code: string }).code}`);
  for (const key of keys) {
    (screen.input as unknown as PassThrough).write(key);
    await new Promise((resolve) => setImmediate(resolve));
  }
  (screen.input as unknown as PassThrough).end();
  return { answer: await asked, screen };
}

describe('typed at a terminal', () => {
  test('a password must be typed twice and is never echoed', async () => {
    const { answer, screen } = await typed('s', 'e', 'c', 'r', 'é', '\r', 'secré\r');
    expect(answer).toBe('secré');
    expect(screen.shown()).toBe('Password: \nRepeat the password: \n');
    expect(screen.modes).toEqual([true, false]);
  });

  test('both lines may be pasted together', async () => {
    expect((await typed('secret\nsecret\n')).answer).toBe('secret');
  });

  test('backspace erases, and arrow keys are ignored', async () => {
    expect((await typed('x\u007Fsecrex', '\u001B[D', '\u007F', 't\r', 'secret\r')).answer).toBe('secret');
  });

  test.each([
    ['different passwords', ['secret\r', 'sicret\r'], 'error: password_mismatch'],
    ['an empty password', ['\r', '\r'], 'error: password_missing'],
    ['Ctrl-C', ['secr', '\u0003'], 'error: interrupted'],
    ['Ctrl-D', ['\u0004'], 'error: interrupted'],
  ])('%s is an error, and raw mode is switched off', async (_what, keys, wanted) => {
    const { answer, screen } = await typed(...keys);
    expect(answer).toBe(wanted);
    expect(screen.modes).toEqual([true, false]);
  });
});

describe('piped in', () => {
  test.each([
    ['secret\n', 'secret'],
    ['secret', 'secret'],
    ['two words \r\nmore', 'two words '],
  ])('%j is %j', async (text, wanted) => {
    const screen = terminal(false);
    (screen.input as unknown as PassThrough).end(text);
    expect(await readPassword(screen)).toBe(wanted);
    expect(screen.shown()).toBe('');
  });

  test('an empty input is an error', async () => {
    const screen = terminal(false);
    (screen.input as unknown as PassThrough).end();
    await expect(readPassword(screen)).rejects.toMatchObject({ code: 'password_missing' });
  });
});
