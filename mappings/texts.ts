/** Types and forms of the texts in locales/. */

/** Texts by key. The plural forms of a text have keys that end in `_one`, `_other` and so on. */
export type Texts = Readonly<Record<string, string>>;

/** `reports.total` for `reports.total_one` and `reports.total_other`. */
export type TextKeys<Area> = {
  [Key in keyof Area]: Key extends `${infer Base}_${Intl.LDMLPluralRule}`
    ? `${Base}_other` extends keyof Area
      ? Base
      : Key
    : Key;
}[keyof Area];

/** The values of a text's placeholders. `Names`: the placeholders by key. */
type ValuesOf<Key, Names, Value> = {
  readonly [Name in Names[Extract<Key, keyof Names>] & string]: Name extends 'count' ? number : Value;
};

/** Returns the text of a key with its values filled in. */
export interface TextWriter<Keys, Names, Value, Written> {
  (key: Exclude<Keys, keyof Names>): Written;
  <Key extends Keys>(key: Key, values: ValuesOf<Key, Names, Value>): Written;
}

export type TextValues<Value> = Readonly<Record<string, Value>>;

/** A text in parts: literal ones, and the values between them. */
export function textParts<Value>(text: string, values: TextValues<Value>): readonly (string | Value)[] {
  return text.split(/\{\{(\w+)\}\}/).map((part, place) => (place % 2 === 0 ? part : (values[part] ?? '')));
}
