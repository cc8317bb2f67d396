import { useState } from 'react';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useNow } from '../../../lib/timing.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { TaskCard } from './task-card.tsx';
import { TaskHistory } from './task-history.tsx';
import { useTaskWatch } from './task-watch.tsx';
import { t } from '../texts.ts';

const JUST_NOW_MS = 60_000;

export function TasksPage() {
  useTitle(t('admin.tasks'), t('admin.name'));
  const { activeTasks, ended: allEnded, error, retry } = useTaskWatch();
  const now = useNow();
  const [opened] = useState(now);
  // Tasks that end while the page is open stay in place, so that nothing moves under the pointer.
  const ended = allEnded.filter(({ at }) => at >= opened - JUST_NOW_MS).map(({ task }) => task);
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.tasks')}</PageHeading>
      </div>
      <RefreshProblem error={activeTasks === undefined ? null : error} />
      <section aria-labelledby="under-way">
        <h2 id="under-way" className="admin-heading">
          {t('tasks.active')}
        </h2>
        {activeTasks === undefined && error !== null && <ErrorMessage inner error={error} onRetry={retry} />}
        {activeTasks === undefined && error === null && <p className="task-list-waiting" aria-busy="true" />}
        {activeTasks?.length === 0 && ended.length === 0 && <p className="quiet task-list-empty">{t('tasks.idle')}</p>}
        <ol className="task-list">
          {[...(activeTasks ?? []), ...ended]
            .sort((a, b) => a.id - b.id)
            .map((task) => (
              <li key={task.id}>
                <TaskCard task={task} />
              </li>
            ))}
        </ol>
      </section>
      <TaskHistory />
    </>
  );
}
