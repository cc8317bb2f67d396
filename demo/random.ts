/** A stream of numbers that a seed determines: the same seed writes the same boards. */
export interface Random {
  /** From 0 up to, without, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both possible. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** FNV-1a, 32 bits: spreads names over seeds; not for secrets. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** sfc32, seeded by text so that parts of a site draw from streams of their own. */
export function createRandom(seed: string): Random {
  let a = hashText(`${seed}/a`);
  let b = hashText(`${seed}/b`);
  let c = hashText(`${seed}/c`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 12; i++) next();
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('cannot pick from an empty list');
      return list[integer(0, list.length - 1)] as T;
    },
  };
}
