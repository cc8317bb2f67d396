/**
 * The declaration of a search field. The query language, the Elasticsearch query, completion, the form of the pages and
 * docs/SEARCH-SYNTAX.md read it; the properties of a field are stated only there.
 */
import type { CORE_FIELDS } from '../elasticsearch/index-fields.ts';
import type { ReadValue } from './values/mistake.ts';

type Properties = typeof CORE_FIELDS;

/** A field of the index with a mapping of this type. A module's field is `module.field`; a test compares its type. */
export type IndexField<T extends string> =
  | Extract<
      { [F in keyof Properties]: Properties[F] extends { readonly type: T } ? F : never }[keyof Properties],
      string
    >
  | `${string}.${string}`;

/** A condition on documents, as Elasticsearch takes it. */
export type IndexQuery =
  | { term: Record<string, boolean | string> }
  | { terms: Record<string, string[]> }
  | { exists: { field: string } }
  | { range: Record<string, { gt: number }> }
  | { bool: { should: IndexQuery[]; minimum_should_match: 1 } | { filter: IndexQuery[] } | { must_not: IndexQuery[] } };

/** A query text, and the posts that it finds: completes the sentence "finds posts …". Markdown of docs/SEARCH-SYNTAX.md. */
export type Example = readonly [query: string, finds: string];

/** The groups of the form, whose names are texts. Those up to `answer` are always shown, and the others can be opened. */
export type FormSection = 'text' | 'time' | 'kind' | 'answer' | 'poster' | 'file' | 'thread' | 'links' | 'more';

export interface FormControl {
  readonly section: FormSection;
  /** `text` by default. `choice` offers `values`, for which the form has texts; `several` has a box for each of them. */
  readonly control?: 'date' | 'choice' | 'several';
  readonly placeholder?: string;
}

/** A value that completion offers, and its description unless the value explains itself. */
export type ValueWord = readonly [value: string, description: string | null];

/** Completion reads values from the newest posts, or looks up those with a prefix. */
export interface IndexedValues {
  /** Prefixes of values, in any letter case, for the written text; by default the text itself. */
  readonly prefixes?: (written: string) => readonly string[];
  /** For fields with few values: chooses among them without a lookup. `written`: in lower case. */
  readonly isWanted?: (value: string, written: string) => boolean;
}

interface Described {
  readonly name: string;
  /** Other names. The parser accepts them, and the printer replaces them by the name. All fields share one name space. */
  readonly aliases: readonly string[];
  /** Completes the sentence "posts …", or "the answer …" for `sort` and `group`. */
  readonly description: string;
  /** The first example stands for the field. */
  readonly examples: readonly [Example, ...Example[]];
  /** Values that completion offers: all of a closed set, or examples. The parser decides which values are valid. */
  readonly values?: readonly ValueWord[];
  /** null: the form has a control of its own for the field. */
  readonly form: FormControl | null;
  /** The first mapping version whose documents have the field of the index. Older indices report the field as missing. */
  readonly since?: number;
}

/** Words and phrases. */
export interface TextField extends Described {
  readonly kind: 'text';
  readonly index: IndexField<'text'>;
  /** The condition is checked on the opening post and applies to all posts of its thread. */
  readonly isOfOpener?: true;
  /** A keyword with the same text, whose values completion offers. */
  readonly completed?: IndexedValues & {
    readonly index: 'name.raw' | IndexField<'keyword'>;
    readonly presentBy: IndexQuery;
  };
  /** Parts of words can be searched: `*kern*`. `index`: trigrams of the same text. `since`: as below. */
  readonly parts?: { readonly index: IndexField<'text'>; readonly since: number };
}

/** Values that match as a whole. */
export interface ExactField extends Described {
  readonly kind: 'exact';
  /** null: a lookup replaces the values by those of other fields (server/search/plan/lookup.ts). */
  readonly index: IndexField<'keyword'> | 'name.raw' | null;
  /** `sort:relevance` adds the scores that the lookup gives to those of words. */
  readonly isScored?: true;
  /** Converts a written text, which is not empty, to values of the index; by default to itself. */
  readonly read?: (written: string) => ReadValue;
  /** The inverse of `read`: a text that `read` converts to exactly this value. */
  readonly print?: (value: string) => string;
  /** The value of `has:` that a lone `*` probably means. */
  readonly has: string | null;
  readonly completed?: IndexedValues;
  /** Replaces `values` where they depend on the written text. */
  readonly suggest?: (written: string) => readonly ValueWord[];
  /** The description of a value that posts have; by default that of `values`. */
  readonly describe?: (value: string) => string | null;
  readonly completionKind?: 'country' | 'tripcode';
  /** Facets count the values. `label`: an English name of a value; null if the value is its own label. */
  readonly facet?: { readonly label?: (value: string) => string | null };
}

export interface NumberField extends Described {
  readonly kind: 'number';
  readonly index: IndexField<'integer' | 'long'>;
  readonly unit?: 'bytes';
  /** Post numbers have no thousands separators, and may follow the name of a board. */
  readonly isPostNumber?: true;
}

export interface TimeField extends Described {
  readonly kind: 'time';
  readonly index: IndexField<'date'>;
  /** `from`: not before the start of the moment. `until`: before its start. `within`: from its start to its end; takes ranges. */
  readonly edge: 'from' | 'until' | 'within';
}

/** Fields with code of their own; `quote` has two. */
interface SpecialField<K extends string> extends Described {
  readonly kind: K;
}

export type SearchField =
  | TextField
  | ExactField
  | NumberField
  | TimeField
  | SpecialField<'board'>
  | SpecialField<'is'>
  | SpecialField<'has'>
  | SpecialField<'quote'>
  | SpecialField<'sort'>
  | SpecialField<'group'>;

/** A value of `is:` or `has:`. */
export interface KindValue {
  readonly query: IndexQuery;
  /** Completes the sentence "finds posts …". */
  readonly finds: string;
  /** For completion; null for a name that explains itself. */
  readonly description: string | null;
  /** Words that people use for the value; suggestions replace them. All closed sets share the words, each with one meaning. */
  readonly words?: readonly string[];
  /** null: the form has another control for the value. */
  readonly form: FormSection | null;
  /** The first mapping version whose documents have the field of the query. */
  readonly since?: number;
}

/** An order of hits. */
export interface Sort {
  /** For completion and the API's description. */
  readonly description: string;
  /** Completes the sentence "begins with …", which describes `sort:`. */
  readonly begins: string;
  /** Completes the sentence "first comes …". Markdown of docs/SEARCH-SYNTAX.md. */
  readonly finds: string;
  /** Words that people use for the order; suggestions replace them. */
  readonly words: readonly string[];
  /**
   * The first key of the order, which may be a field of a module: a number for every post, since cursors hold sort values as JSON numbers. null: only the time of
   * posting, by which the index is sorted, so that Elasticsearch can stop early. Any other order visits every match.
   */
  readonly key: '_score' | 'time_modified' | `${string}.${string}` | null;
  /** The exact field whose lookup gives the scores, for the key `_score`; without it, words do. */
  readonly scoredBy?: string;
  readonly isOldestFirst?: true;
  /** The first mapping version whose documents have the key. */
  readonly since?: number;
}

/** A value of a facet: posts with a value of `is:` or `has:`. */
export type KindFacetValue<Is extends string = string, Has extends string = string> = {
  readonly value: string;
  /** For the API, in English. The pages have texts of their own. */
  readonly label: string;
  /** Posts without the value of `is:` or `has:`. */
  readonly isNegated?: true;
  /** All posts have this value that do not have one before it, so that they need not be counted. */
  readonly isRest?: true;
} & ({ readonly is: Is } | { readonly has: Has });

/** Values that exclude each other. */
export type KindFacet = readonly KindFacetValue[];

/** The parts that a module adds to the search. */
export interface SearchAdditions {
  readonly fields?: readonly SearchField[];
  readonly is?: Readonly<Record<string, KindValue>>;
  readonly has?: Readonly<Record<string, KindValue>>;
  /** Facets of these values. A facet of an exact field is a property of the field. */
  readonly facets?: Readonly<Record<string, KindFacet>>;
  readonly sorts?: Readonly<Record<string, Sort>>;
}
