import { describe, expect, test } from 'vitest';
import { previewPlace } from '../../../../web/src/components/post/quote-preview.tsx';

describe('a preview', () => {
  test('is placed on the side with more space, inside the window', () => {
    expect(previewPlace({ left: 1200, top: 100, bottom: 120 }, 1280, 900)).toEqual({
      left: 652,
      width: 620,
      top: 124,
      maxHeight: 764,
    });
    expect(previewPlace({ left: 4, top: 700, bottom: 720 }, 320, 800)).toEqual({
      left: 8,
      width: 304,
      bottom: 104,
      maxHeight: 684,
    });
  });
});
