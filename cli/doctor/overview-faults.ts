/** Faults that the overview of staff finds too. */
import type { OverviewLine } from '../../mappings/contract/overview.ts';
import { MODULES } from '../../server/modules.ts';
import { overviewParts } from '../../server/overview/core-parts.ts';
import { englishReason } from '../../server/overview/english.ts';
import { formatMinute } from '../table.ts';
import type { DoctorContext, Fault } from './check.ts';

/**
 * The lines of a part of the overview that are broken or need attention, with their levels.
 * @throws Error if the part could not be read
 */
export async function overviewFaults(
  { overview }: Pick<DoctorContext, 'overview'>,
  part: string,
  isMeant: (kind: string) => boolean,
  fixOf: (line: OverviewLine) => string | undefined = () => undefined,
): Promise<readonly Fault[]> {
  const found = (await overview()).parts.find(({ name }) => name === part);
  if (found === undefined) throw new Error(`the overview has no part ${part}`);
  if (found.unread !== null) throw new Error(found.unread);
  const texts = overviewParts(MODULES).find(({ name }) => name === part)?.texts ?? {};
  return found.lines
    .filter(({ kind, state }) => isMeant(kind) && (state === 'error' || state === 'warning'))
    .map((line): Fault => {
      const since = line.since === null ? '' : `, since ${formatMinute(line.since)}`;
      const reason = englishReason(line, texts);
      const fix = fixOf(line);
      return {
        text: `${line.text}${since}${reason === null ? '' : `: ${reason}`}`,
        level: line.state === 'error' ? 'error' : 'warning',
        ...(fix !== undefined && { fix }),
      };
    });
}
