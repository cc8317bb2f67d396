/** All admin pages but the board settings, which bring a regular expression engine of 45 KB, and their messages in one chunk: readers never load it. */
import { addAdminMessages } from '../../lib/messages.ts';
import { en } from '../../locales/en.ts';

export { AdminLayout } from './session/admin-layout.tsx';
export { BoardsPage } from './boards/boards-page.tsx';
export { PostsPage } from './posts/posts-page.tsx';
export { QuarantinePage } from './quarantine/quarantine-page.tsx';
export { TaskPage } from './tasks/task-page.tsx';
export { TasksPage } from './tasks/tasks-page.tsx';

addAdminMessages(en);
