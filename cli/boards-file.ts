import { readFileSync } from 'node:fs';
import type { SourceKind } from '../mappings/sources.ts';
import { ConfigError, toError } from '../platform/errors.ts';
import { boardProblems, sentenceOf, type BoardInput } from '../store/boards/boards.ts';

/**
 * Reads a file of boards: `[{"name", "title", "source", "source_name", "url", "media_url", "worksafe", "closed", "slice_size"}]`. Only name
 * and url are required. `slice_size` counts for new boards only.
 * @throws ConfigError that lists all invalid entries.
 */
export function readBoardsFile(path: string): BoardInput[] {
  const entries = readEntries(path);
  const problems: string[] = [];
  const boards = entries.flatMap((entry, index) => {
    const at = `${path}, board ${index + 1}`;
    const board = toBoardInput(entry);
    if (typeof board === 'string') {
      problems.push(`${at}: ${board}`);
      return [];
    }
    problems.push(...boardProblems(board).map((problem) => `${at}: ${sentenceOf(problem)}`));
    return [board];
  });
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return boards;
}

function readEntries(path: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`cannot read the boards in ${path}: ${toError(error).message}`, { cause: error });
  }
  if (!Array.isArray(content)) throw new ConfigError(`${path} must contain a list of boards: [{"name": …, "url": …}]`);
  return content;
}

/** The board, or a sentence with the reason why the entry is invalid. */
function toBoardInput(entry: unknown): BoardInput | string {
  if (typeof entry !== 'object' || entry === null) return 'must be an object';
  const {
    name,
    title = name,
    source = '4chan',
    source_name: sourceName,
    url,
    media_url: mediaUrl = url,
    worksafe = true,
    closed,
    slice_size: sliceSize,
    ...rest
  } = entry as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `"${unknown}" is not a setting of a board`;
  if (
    typeof name !== 'string' ||
    typeof title !== 'string' ||
    typeof source !== 'string' ||
    (sourceName !== undefined && typeof sourceName !== 'string') ||
    typeof url !== 'string' ||
    typeof mediaUrl !== 'string'
  ) {
    return 'name, title, source, source_name, url and media_url must be text';
  }
  if (typeof worksafe !== 'boolean') return 'worksafe must be true or false';
  if (closed !== undefined && typeof closed !== 'boolean') return 'closed must be true or false';
  if (sliceSize !== undefined && typeof sliceSize !== 'number') return 'slice_size must be a number';
  return {
    name,
    title,
    worksafe,
    source: source as SourceKind,
    ...(sourceName !== undefined && { sourceName }),
    url,
    mediaUrl,
    ...(closed !== undefined && { closed }),
    ...(sliceSize !== undefined && { sliceSize }),
  };
}
