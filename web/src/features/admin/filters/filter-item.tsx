import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '../../../../../mappings/contract/filters.ts';
import type { PostSample } from '../../../../../mappings/contract/post-sample.ts';
import { Time } from '../../../components/time.tsx';
import { announce } from '../../../lib/announce.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { refreshPages } from '../in-place/hide-in-place.ts';
import { applyFilter, removeFilter, setFilter, tryFilter, undoFilter } from '../moderation-api.ts';
import { PostSamples } from '../post-samples.tsx';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { t, tRich } from '../texts.ts';
import { listed } from '../../../lib/messages.ts';

const MAX_SAMPLES = 20;
const ACTIONS = ['try', 'enable', 'disable', 'apply', 'undo', 'remove'] as const;
type Action = (typeof ACTIONS)[number];

interface Trial {
  readonly posts: number;
  readonly matches: number;
  readonly samples: readonly PostSample[];
  readonly isDone: boolean;
}

/** A filter with its figures, and the actions for admins of its boards. */
export function FilterItem({ filter }: { readonly filter: Filter }) {
  const { id, board, kind, pattern, fields, note, enabled_at: enabled } = filter;
  const queryClient = useQueryClient();
  const may = useRoles();
  const name = t('filters.one', { id: String(id) });
  const [trial, setTrial] = useState<Trial | null>(null);
  const [isUndoing, setUndoing] = useState(false);
  const carryOut = async (action: Action) => {
    announce(await outcomeOf(action, id, setTrial));
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'filters'] });
    if (action === 'apply' || action === 'undo') await refreshPages(queryClient);
  };
  const work = useMutation({ mutationFn: carryOut });
  const has = { hidden: filter.hidden, held: filter.held, refused: filter.refused };
  const did = (['hidden', 'held', 'refused'] as const).filter((what) => has[what] > 0);
  const isUsed = did.length > 0;
  const offered: Readonly<Record<Action, boolean>> = {
    try: true,
    enable: enabled === null && filter.tried_at !== null,
    disable: enabled !== null,
    apply: enabled !== null,
    undo: isUsed,
    remove: enabled === null && !isUsed,
  };
  return (
    <section className="reported" aria-label={name}>
      <p className="reported-head">
        <strong>{name}</strong>
        <span>{t(`filters.action.${filter.action}`)}</span>
        <span>{board === null ? t('filters.on-all') : `/${board}/`}</span>
        <span>
          {enabled === null
            ? t('filters.disabled')
            : tRich('filters.enabled', { time: <Time key="time" iso={enabled} /> })}
        </span>
        {did.map((what) => (
          <span key={what}>{t(`filters.did.${what}`, { number: formatCount(has[what]) })}</span>
        ))}
        <span className="quiet">
          {tRich('bulk.author', { name: filter.created_by, time: <Time key="time" iso={filter.created_at} /> })}
        </span>
      </p>
      {kind === 'deleted' && <p>{t('filters.kind.deleted')}</p>}
      {kind === 'files' && (
        <p>
          {t('filters.kind.files')}: {t('filters.list-count', { count: filter.files })}
        </p>
      )}
      {(kind === 'phrase' || kind === 'regexp') && (
        <>
          <pre className="filter-pattern">{pattern}</pre>
          <p className="quiet">
            {t(`filters.kind.${kind}`)},{' '}
            {t('filters.looks-in', { fields: listed(fields.map((field) => t(`filters.field.${field}`))) })}
          </p>
        </>
      )}
      {note !== null && <p className="ban-text">{note}</p>}
      {filter.problem !== null && (
        <p>
          <strong>{t('filters.problem')}</strong> <span lang="en">{filter.problem}</span>
        </p>
      )}
      <TrialText filter={filter} trial={trial} />
      <RequestProblem error={work.error} what={t('request.filter')} />
      {may('admin', board === null ? 'all' : { board }) && (
        <p className="reported-actions">
          {ACTIONS.filter((action) => offered[action]).map((action) => (
            <button
              key={action}
              type="button"
              className="button"
              aria-disabled={work.isPending}
              onClick={() => {
                if (action === 'undo') setUndoing(true);
                else if (!work.isPending) work.mutate(action);
              }}
            >
              {t(`filters.${action}`)}
              <span className="visually-hidden"> {name}</span>
            </button>
          ))}
        </p>
      )}
      {isUndoing && (
        <ConfirmDialog
          title={t('filters.undo-title', { id: String(id) })}
          confirm={t('filters.undo')}
          action={async () => carryOut('undo')}
          onClose={() => setUndoing(false)}
        >
          <p>{t('filters.undo-what')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The figures of the trial during this visit, else those of the last trial. */
function TrialText({ filter, trial }: { readonly filter: Filter; readonly trial: Trial | null }) {
  const { tried_at: tried, tried_matches: matches, tried_posts: posts } = filter;
  const shown = trial ?? { posts, matches, samples: [], isDone: true };
  if (trial === null && tried === null) return null;
  return (
    <>
      <output>
        {shown.isDone
          ? t('filters.would', { count: shown.matches, posts: formatCount(shown.posts) })
          : t('filters.trying', { posts: formatCount(shown.posts) })}
      </output>
      {shown.samples.length > 0 && <PostSamples samples={shown.samples} label={t('bulk.samples')} />}
    </>
  );
}

/** Repeats the steps until the end, and returns a text about the result. */
async function outcomeOf(action: Action, id: number, onTrial: (trial: Trial) => void): Promise<string> {
  switch (action) {
    case 'try': {
      const { posts, matches } = await tryToTheEnd(id, onTrial);
      return t('filters.would', { count: matches, posts: formatCount(posts) });
    }
    case 'apply':
      return t('filters.applied', { count: await applyToTheEnd(id) });
    case 'undo':
      return t('filters.undone', { count: await undoToTheEnd(id) });
    case 'enable':
    case 'disable':
      await setFilter(id, action);
      return t('filters.done');
    case 'remove':
      await removeFilter(id);
      return t('filters.done');
  }
}

async function tryToTheEnd(id: number, onTrial: (trial: Trial) => void): Promise<Trial> {
  let cursor: string | null = null;
  let samples: readonly PostSample[] = [];
  for (;;) {
    const batch = await tryFilter(id, cursor);
    samples = [...samples, ...batch.samples].slice(0, MAX_SAMPLES);
    const trial = { posts: batch.posts, matches: batch.matches, samples, isDone: batch.next === null };
    onTrial(trial);
    if (batch.next === null) return trial;
    cursor = batch.next;
  }
}

async function applyToTheEnd(id: number): Promise<number> {
  let cursor: string | null = null;
  let hidden = 0;
  for (;;) {
    const batch = await applyFilter(id, cursor);
    hidden += batch.posts;
    if (batch.next === null) return hidden;
    cursor = batch.next;
  }
}

async function undoToTheEnd(id: number): Promise<number> {
  let shown = 0;
  for (;;) {
    const batch = await undoFilter(id);
    shown += batch.posts;
    if (batch.left === 0) return shown;
  }
}
