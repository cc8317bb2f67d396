import type { ContributedDump } from '../contract/dump-list.ts';
import { lookUpAddress, stringifySearch } from '../../../web/src/lib/addresses.ts';
import { formatBytes } from '../../../web/src/lib/format-details.ts';
import { Time } from '../../../web/src/components/time.tsx';
import { DUMPS_ADDRESS, dumpAddress, dumpedFileAddress } from './addresses.ts';
import { t } from './texts.ts';

/** A dump in a list: its file and post, its state with the reason, and its contributors. */
export function DumpItem({ dump }: { readonly dump: ContributedDump }) {
  const { id, state, reason, md5, size, type, verified, stored, offered } = dump;
  return (
    <article className="dump-item" aria-labelledby={`dump-${id}`}>
      <p>
        <a href={dumpedFileAddress(md5, size)}>
          {type.toUpperCase()}, {formatBytes(size)}
        </a>
        <PostOfDump dump={dump} />
        {verified && <span>{t('dumps.is-verified')}</span>}
        {!stored && <span>{t('dumps.not-stored')}</span>}
        {offered && <span>{t('dumps.offered')}</span>}
      </p>
      <p>
        <span className="dump-state" data-state={state}>
          {t(`dumps.state.${state}`)}
        </span>
        {reason !== null && <span>{t(`dumps.reason.${reason}`)}</span>}
      </p>
      <p className="quiet">
        <a id={`dump-${id}`} href={dumpAddress(id)}>
          {t('dumps.one', { id: String(id) })}
        </a>
        <Time iso={dump.received_at} />
        <a href={`${DUMPS_ADDRESS}${stringifySearch({ client: dump.client, version: dump.version })}`}>
          {t('dumps.by-client', { client: dump.client, version: dump.version })}
        </a>
        <Contributor contributor={dump.contributor} />
        {dump.confirmations > 0 && <span>{t('dumps.confirmations', { count: dump.confirmations })}</span>}
      </p>
    </article>
  );
}

export function PostOfDump({ dump: { post, mapped } }: { readonly dump: Pick<ContributedDump, 'post' | 'mapped'> }) {
  if (post === null) return mapped ? null : <span>{t('dumps.nobody')}</span>;
  const { board, num, subnum } = post;
  return (
    <a href={lookUpAddress(board, num)}>
      /{board}/ {num}
      {subnum > 0 && `,${subnum}`}
    </a>
  );
}

const SHOWN_DIGITS = 16;

/** A contributor's shortened key with a link to its dumps. */
export function Contributor({ contributor }: { readonly contributor: string | null }) {
  if (contributor === null) return <span>{t('dumps.unsigned')}</span>;
  return (
    <a href={`${DUMPS_ADDRESS}${stringifySearch({ contributor })}`} title={contributor} className="dump-hash">
      {contributor.slice(0, SHOWN_DIGITS)}…
    </a>
  );
}
