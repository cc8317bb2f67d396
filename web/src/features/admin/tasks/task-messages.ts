import { type CORE_INDEXER_KINDS, isModuleKind, isUnfinished } from '../../../../../mappings/task.ts';
import type { Task } from '../../../../../mappings/contract/admin.ts';
import { perLanguage } from '../../../lib/format.ts';
import tasks from '../../../../../mappings/locales/en/tasks.json';
import { currentLanguage, nameText, problemText } from '../../../lib/messages.ts';
import { formatSpanLong, formatTimeLeft } from '../durations.ts';
import { t } from '../texts.ts';

/** Rounded down: 99.9 % must not become 100 %. */
const percent = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent', roundingMode: 'floor' }));

export function taskTitle({ kind, board }: Pick<Task, 'kind' | 'board'>): string {
  const name = nameText(`task.kind.${kind}`) ?? kind;
  return board === null ? t('task.title-whole', { kind: name }) : t('task.title', { kind: name, board });
}

/** The question before a task is cancelled. */
export function cancelQuestion({ kind, board }: Pick<Task, 'kind' | 'board'>): string {
  if (kind === 'export' || kind === 'backup') return t(`task.cancel.${kind}`);
  if (board === null) return t('task.cancel-whole-import');
  return isCore(kind)
    ? t(`task.cancel.${kind}`, { board })
    : t('task.cancel-other', { task: taskTitle({ kind, board }) });
}

/** Whether the texts of the pages have a question for tasks of this kind. */
function isCore(kind: Task['kind']): kind is (typeof CORE_INDEXER_KINDS)[number] | 'import' {
  return !isModuleKind(kind);
}

type StateFields = Pick<Task, 'status' | 'paused' | 'cancelling'>;

/** As a label. */
export function taskState(task: StateFields): string {
  return t(`task.state.${pendingStateOf(task) ?? task.status}`);
}

/** The state of an unfinished task within a sentence. */
export function stateInSentence(task: StateFields): string {
  return t(`task.now.${pendingStateOf(task) ?? (task.status === 'enqueued' ? 'enqueued' : 'processing')}`);
}

function pendingStateOf(task: StateFields): 'stopping' | 'paused' | null {
  if (!isUnfinished(task)) return null;
  if (task.cancelling) return 'stopping';
  return task.paused ? 'paused' : null;
}

/** "Reindexing · 42%": a short form for the table of boards. */
export function taskSummary(task: Task): string {
  const share = shareDone(task);
  const doing = nameText(`task.doing.${task.kind}`) ?? task.kind;
  const isStill = task.cancelling || task.paused || task.status === 'enqueued';
  const brief = isStill ? t('task.brief', { task: doing, state: stateInSentence(task) }) : doing;
  return share === null ? brief : `${brief} · ${percent().format(share)}`;
}

/** Progress of the current step from 0 to 1; null while unknown. */
export function shareDone({ progress }: Pick<Task, 'progress'>): number | null {
  if (progress === null || progress.total === null || progress.total === 0) return null;
  return Math.min(1, progress.done / progress.total);
}

/** "1,284 of 30,000 documents · 820 per second · about 3 minutes left". */
export function progressText(task: Task): string {
  if (task.status === 'enqueued' && task.started_at === null) return t('task.waiting');
  const { progress } = task;
  if (progress === null) return '';
  const { done, total, unit, per_second: rate, seconds_left: left } = progress;
  const isMoving = !task.paused && !task.cancelling;
  return [
    total === null
      ? t('task.done', { done, unit: t(`task.unit.${unit}`) })
      : t('task.done-of', { done, total, unit: t(`task.unit.${unit}`) }),
    isMoving && rate !== null && t('task.rate', { number: Math.round(rate) }),
    isMoving && left !== null && formatTimeLeft(left),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** Announced when a task ends. */
export function endText(task: Task): string {
  const { status } = task;
  if (status === 'enqueued' || status === 'processing') return '';
  const values = { task: taskTitle(task) };
  const end =
    task.duration_ms === null
      ? t(`task.ended.${status}`, values)
      : t(`task.ended-after.${status}`, { ...values, span: formatSpanLong(task.duration_ms / 1000) });
  return task.error === null ? end : `${end} ${failureOfTask(task.error)}`;
}

/** In English the API's message, which is more precise; else the text for the code, if there is one. */
export function failureOfTask({ code, message }: NonNullable<Task['error']>): string {
  const key = `task.failed.${code}`;
  if (currentLanguage() !== 'en' && isKnownFailure(key)) return t(key);
  return problemText({ code, detail: message });
}

function isKnownFailure(key: string): key is keyof typeof tasks & `task.failed.${string}` {
  return Object.hasOwn(tasks, key);
}
