import type { Problem } from '../../../mappings/contract/problem.ts';
import { problems } from '../locales/en/problems.ts';
import type { ApiError } from './api-error.ts';
import { say, spokenLanguage } from './messages.ts';

type KnownProblem = keyof typeof problems;

/** Why the API refused something: in its own words where they are the reader's, or where there are no others. */
export function problemInWords({ code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  const key = `problem.${code}`;
  return spokenLanguage() === 'en' || !isKnown(key) ? detail : say(key);
}

export function errorInWords({ problem, message }: ApiError): string {
  return problem === null ? message : problemInWords(problem);
}

function isKnown(key: string): key is KnownProblem {
  return Object.hasOwn(problems, key);
}
