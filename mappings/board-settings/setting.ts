/** The declaration of a setting of a board. Pure. */

/**
 * number      seconds or milliseconds, within limits
 * whole       a whole number within limits
 * flag        true or false
 * expression  regular expressions, one per line
 * choice      true, false, or regular expressions, one per line
 * option      one of some names
 */
export type BoardSettingKind = 'number' | 'whole' | 'flag' | 'expression' | 'choice' | 'option';

/** The stored form of a value. */
export type BoardSettingValue = number | boolean | string;

export interface BoardSetting {
  readonly kind: BoardSettingKind;
  readonly meaning: string;
  readonly unit: 'seconds' | 'milliseconds' | 'pages' | null;
  /** Inclusive; null except for numbers. */
  readonly limits: readonly [min: number, max: number] | null;
  /** The names of an option; null otherwise. */
  readonly options: readonly string[] | null;
  /** The default; null if there is none or if it comes from the scraper's environment. */
  readonly standard: BoardSettingValue | null;
  /** True if `false` is a valid value: it means none on a board with another default. */
  readonly canBeNone: boolean;
  /** Settings without which this one has no effect: of the same board, or of the environment (needs.ts). */
  readonly needs: readonly string[];
  /** The setting of the core before this one in the form. The other settings of a module are a group there. */
  readonly after?: string;
}

export function numberSetting(
  limits: BoardSetting['limits'],
  unit: BoardSetting['unit'],
  meaning: string,
  standard: number | null = null,
): BoardSetting {
  return { kind: 'number', meaning, unit, limits, options: null, standard, canBeNone: false, needs: [] };
}

/** On by default. */
export function flagSetting(meaning: string): BoardSetting {
  return {
    kind: 'flag',
    meaning,
    unit: null,
    limits: null,
    options: null,
    standard: true,
    canBeNone: false,
    needs: [],
  };
}

export function optionSetting(options: readonly string[], standard: string, meaning: string): BoardSetting {
  return { ...flagSetting(meaning), kind: 'option', options, standard };
}
