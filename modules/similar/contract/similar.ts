import { Type, type Static } from 'typebox';
import { ORIGIN } from '../../../mappings/contract/origin.ts';
import { PARTIAL } from '../../../mappings/contract/partial.ts';
import { Post } from '../../../mappings/contract/post.ts';
import { SHOWN_WORDS, SIMILAR_THREADS } from '../limits.ts';

export const SimilarThread = Type.Object(
  {
    board: Type.String(),
    num: Type.Integer(),
    opener: Post,
    posts: Type.Integer({ description: 'Visible posts, including the opening post.' }),
    images: Type.Integer({ description: 'Visible posts with a file.' }),
    words: Type.Array(Type.String(), {
      maxItems: SHOWN_WORDS,
      description:
        'The rarest words that the opening post and the requested thread have in common, as the opening post has them. The rarest first.',
    }),
  },
  { $id: 'SimilarThread' },
);
export type SimilarThread = Static<typeof SimilarThread>;

export const SimilarThreads = Type.Object(
  {
    board: Type.String(),
    thread: Type.Integer(),
    threads: Type.Array(SimilarThread, {
      maxItems: SIMILAR_THREADS,
      description:
        'The most similar thread first. Editions of the same series are left out, and of another series there is at most one. `like:BOARD/NUM` finds posts of ' +
        'more threads.',
    }),
    ...PARTIAL,
    ...ORIGIN,
  },
  { $id: 'SimilarThreads' },
);
export type SimilarThreads = Static<typeof SimilarThreads>;
