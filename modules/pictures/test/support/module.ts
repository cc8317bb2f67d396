import fc from 'fast-check';
import type { TestModule } from '../../../../test/support/module.ts';

export const pictures: TestModule = {
  name: 'pictures',
  fieldValues: {
    similar: fc
      .tuple(
        fc.stringMatching(/^(?:[0-9a-f]{16}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{80})$/),
        fc.integer({ min: 0, max: 10 }),
      )
      .map(([hash, bits]) => `${hash}~${bits}`),
  },
};
