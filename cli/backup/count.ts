import { InvalidArgumentError } from 'commander';

/** A count of at least one. @throws InvalidArgumentError, which commander prints */
export function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.');
  return Number(text);
}
