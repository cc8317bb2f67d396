/** One chunk for all of it: readers never load this, and an admin loads it once. */
import './learn-words.ts';

export { AdminLayout } from './admin-layout.tsx';
export { BoardSettingsPage } from './board-settings-page.tsx';
export { BoardsPage } from './boards-page.tsx';
export { PostsPage } from './posts-page.tsx';
export { QuarantinePage } from './quarantine-page.tsx';
export { TaskPage } from './task-page.tsx';
export { TasksPage } from './tasks-page.tsx';
