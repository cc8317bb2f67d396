/** Requests to the matching thread, and its answers. */
import type { FilteredPost, PostFilter, Verdict } from '../../mappings/post-filter.ts';

/** Texts only: this thread does not check lists of files. */
export type JudgedTexts = Omit<FilteredPost, 'mediaHash'>;

/** The filter without its list of files. */
export type UncheckedFilter = Pick<PostFilter, 'id' | 'kind' | 'pattern' | 'fields' | 'action'>;

export interface CheckedFilter {
  /** The reason why the filter cannot be used; null if it can. */
  readonly problem: string | null;
  readonly isCostly: boolean;
  /** True if it matches posts without any text. */
  readonly matchesNothing: boolean;
  /** Instructions per character of a text; 0 for a phrase. */
  readonly instructions: number;
}

export interface Questions {
  /** Verdicts on the first posts, at least one of them, as many as the time allows. */
  readonly judge: {
    readonly filters: readonly PostFilter[];
    readonly posts: readonly JudgedTexts[];
    readonly budgetMs: number;
  };
  readonly match: { readonly source: string; readonly text: string };
  readonly check: { readonly filters: readonly UncheckedFilter[] };
}

export interface Answers {
  readonly judge: readonly (Verdict | null)[];
  readonly match: boolean;
  readonly check: readonly CheckedFilter[];
}

export type Topic = keyof Questions;

export type Question = { readonly [T in Topic]: { readonly topic: T; readonly given: Questions[T] } }[Topic];

export type Reply = { readonly answer: Answers[Topic] } | { readonly error: string };
