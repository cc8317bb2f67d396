/**
 * Fields of forms and queries that name a board or a post. Refusals use FoolFuuka's sentences, since its clients send such forms too and show
 * the answers.
 */
import type { PostNumber } from '../../mappings/post.ts';
import { RefusedError } from '../shared/errors.ts';

export type WrittenField = string | readonly string[] | undefined;

/** If a parameter is repeated, the last one counts. */
export function lastOf(written: WrittenField): string {
  return ((typeof written === 'string' ? written : written?.at(-1)) ?? '').trim();
}

/** @throws RefusedError */
export function boardNameOf(written: WrittenField): string {
  const name = lastOf(written);
  if (name === '') throw parameterRefused('No board selected.');
  return name.toLowerCase();
}

/** @throws RefusedError */
export function threadNumberOf(written: WrittenField): number {
  const num = wholeNumber(requiredField('num', written));
  if (num === null) throw parameterRefused('The value for "num" is invalid.');
  return num;
}

const MAX_SUBNUM = 2_147_483_647;

/** `123`; a ghost post is `123_1` or `123,1`. @throws RefusedError */
export function postNumberOf(written: WrittenField): PostNumber {
  const [, digits = '', ghost = '0'] = /^(\d+)(?:[_,](\d+))?$/.exec(requiredField('num', written)) ?? [];
  const [num, subnum] = [wholeNumber(digits), wholeNumber(ghost)];
  if (num === null || subnum === null || subnum > MAX_SUBNUM) throw parameterRefused('The value for "num" is invalid.');
  return { num, subnum };
}

export function requiredField(name: string, written: WrittenField): string {
  const value = lastOf(written);
  if (value === '') throw parameterRefused(`The "${name}" parameter is missing.`);
  return value;
}

export function wholeNumber(text: string): number | null {
  const number = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

export function parameterRefused(message: string): RefusedError {
  return new RefusedError(422, 'parameter_invalid', message);
}
