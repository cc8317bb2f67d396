/** Made by web/texts-plugin.ts. */
declare module 'virtual:languages' {
  interface LanguageEntry {
    /** In the language itself, as the menu shows it. */
    readonly name: string;
    /** BCP 47 tag by which numbers and dates are formatted. */
    readonly locale: string;
    /** Loads all texts, those of modules included; null for English, which comes with the pages. */
    readonly load: (() => Promise<Readonly<Record<string, string>>>) | null;
  }

  /** The languages of the pages by their code, such as `de`: one for each folder of mappings/locales/, English first. */
  export const LANGUAGES: ReadonlyMap<string, LanguageEntry>;
}
