import type { OverviewLine } from '../../../../../mappings/contract/overview.ts';
import { Time } from '../../../components/time.tsx';
import { formatDateAndTime } from '../../../lib/format.ts';
import '../../../styles/admin-overview.css';
import { t, tRich } from '../texts.ts';
import { lineText, reasonText } from './overview-texts.ts';

/** A state or waiting work, as an item of a list. */
export function Line({ line }: { readonly line: OverviewLine }) {
  const { state, since, href } = line;
  const text = lineText(line);
  const reason = reasonText(line);
  return (
    <li className={`overview-line overview-${state}`}>
      <span className="visually-hidden">{t(`overview.state.${state}`)}: </span>
      {href === null ? <span>{text}</span> : <a href={href}>{text}</a>}
      {(since !== null || reason !== null) && (
        <small>
          {since !== null && <Since line={line} at={since} />}
          {since !== null && reason !== null && ': '}
          {reason}
        </small>
      )}
    </li>
  );
}

/** The age of what waits or was done; the clock time at which a fault or task began. */
function Since({ line: { kind, state }, at }: { readonly line: OverviewLine; readonly at: string }) {
  const time = <Time key="since" iso={at} />;
  if (kind === 'backup.last') return time;
  if (kind === 'index.no-drift') return tRich('overview.checked', { time });
  if (state === 'waiting') return tRich('overview.oldest', { time });
  return tRich('overview.since', {
    time: (
      <Time key="since" iso={at}>
        {formatDateAndTime(Date.parse(at))}
      </Time>
    ),
  });
}
