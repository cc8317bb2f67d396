import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedBy, swipeOf, toggledAt, WHOLE, type Zoom, zoomedAt } from '../../../../web/src/features/viewer/zoom.ts';

const ROOM = { width: 400, height: 800 };
const PICTURE = { width: 400, height: 300 };
const MIDDLE = { x: 0, y: 0 };

describe('a picture in the viewer', () => {
  test('is enlarged around the fingers', () => {
    const point = { x: 100, y: 50 };
    const zoom = zoomedAt(WHOLE, 4, point, PICTURE, ROOM);
    expect(zoom.scale).toBe(4);
    // The point under the fingers stays under them.
    expect((point.x - zoom.x) / zoom.scale).toBeCloseTo(point.x);
    expect((point.y - zoom.y) / zoom.scale).toBeCloseTo(point.y);
  });

  test('never shows more of its surroundings than necessary, at any size and position', () => {
    const steps = fc.array(
      fc.record({
        factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
        x: fc.integer({ min: -400, max: 400 }),
        y: fc.integer({ min: -400, max: 400 }),
      }),
    );
    fc.assert(
      fc.property(steps, (all) => {
        let zoom: Zoom = WHOLE;
        for (const { factor, x, y } of all) {
          zoom = movedBy(zoomedAt(zoom, factor, { x, y }, PICTURE, ROOM), { x: y, y: x }, PICTURE, ROOM);
          expect(zoom.scale).toBeGreaterThanOrEqual(1);
          expect(zoom.scale).toBeLessThanOrEqual(8);
          const over = (length: number, room: number) => Math.max(0, (length * zoom.scale - room) / 2);
          expect(Math.abs(zoom.x)).toBeLessThanOrEqual(over(PICTURE.width, ROOM.width));
          expect(Math.abs(zoom.y)).toBeLessThanOrEqual(over(PICTURE.height, ROOM.height));
        }
      }),
    );
  });

  test('is enlarged after a double tap, and whole after the next', () => {
    const close = toggledAt(WHOLE, { x: 50, y: 0 }, PICTURE, ROOM);
    expect(close.scale).toBeGreaterThan(2);
    expect(toggledAt(close, MIDDLE, PICTURE, ROOM)).toEqual(WHOLE);
  });

  test('returns to its place when it is nearly whole', () => {
    const zoom = zoomedAt(WHOLE, 2, { x: 150, y: 0 }, PICTURE, ROOM);
    expect(zoomedAt(zoom, 0.51, MIDDLE, PICTURE, ROOM)).toEqual(WHOLE);
  });
});

test.each([
  [{ x: -80, y: 10 }, 400, 1],
  [{ x: 80, y: 10 }, 400, -1],
  [{ x: -40, y: 0 }, 400, 0],
  [{ x: -40, y: 0 }, 60, 1],
  [{ x: -80, y: 90 }, 400, 0],
  [{ x: -10, y: 0 }, 5, 0],
])('a finger that moves by %j in %i ms advances %i files', (by, milliseconds, step) => {
  expect(swipeOf(by, milliseconds)).toBe(step);
});
