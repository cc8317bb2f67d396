import type { SharedModule } from '../../mappings/module.ts';
import { MAX_FILES } from './limits.ts';
import { printSimilar, readSimilar } from './value.ts';

const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const pictures = {
  name: 'pictures',
  search: {
    fields: [
      {
        kind: 'exact',
        name: 'similar',
        aliases: [],
        description: 'with a picture that looks like that of this file, by its SHA-256',
        examples: [
          [
            `similar:${SHA256}`,
            `with one of the ${MAX_FILES.toLocaleString('en')} most similar pictures; they may have been scaled, compressed anew, mirrored, cut a little, or given a border or a caption`,
          ],
          [
            `similar:${SHA256}~3 sort:relevance`,
            'with pictures that have a hash which differs in at most 3 bits of 64 instead of 7, the most similar first; at most 10 are possible',
          ],
        ],
        index: null,
        has: null,
        isScored: true,
        read: readSimilar,
        print: printSimilar,
        form: { section: 'file' },
      },
    ],
  },
} as const satisfies SharedModule;
