/** The form of a catalogue. The English one defines which messages there are and which values each of them takes. */
import type { en } from './en.ts';

/** A text, or one text per plural form of the language, chosen by `count`. Names in braces are placeholders. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, Message>>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<M> = M extends string ? NamesIn<M> : NamesIn<M[keyof M]> | 'count';
type ValuesOf<Key extends MessageKey, Value> = {
  readonly [Name in NamesOf<(typeof en)[Key]>]: Name extends 'count' ? number : Value;
};

/** The arguments that a message takes besides its key: none, or the values of its placeholders. */
export type MessageValues<Key extends MessageKey, Value> = [NamesOf<(typeof en)[Key]>] extends [never]
  ? readonly []
  : readonly [ValuesOf<Key, Value>];

/** The messages without placeholders. */
export type PlainMessageKey = {
  [Key in MessageKey]: MessageValues<Key, unknown> extends readonly [] ? Key : never;
}[MessageKey];
