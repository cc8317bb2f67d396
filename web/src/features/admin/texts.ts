import accounts from '../../../../mappings/locales/en/accounts.json';
import admin from '../../../../mappings/locales/en/admin.json';
import auditLog from '../../../../mappings/locales/en/audit-log.json';
import bans from '../../../../mappings/locales/en/bans.json';
import boardSettings from '../../../../mappings/locales/en/board-settings.json';
import moderation from '../../../../mappings/locales/en/moderation.json';
import overview from '../../../../mappings/locales/en/overview.json';
import postMenu from '../../../../mappings/locales/en/post-menu.json';
import reportQueue from '../../../../mappings/locales/en/report-queue.json';
import report from '../../../../mappings/locales/en/report.json';
import tasks from '../../../../mappings/locales/en/tasks.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

const texts = {
  ...accounts,
  ...admin,
  ...auditLog,
  ...bans,
  ...boardSettings,
  ...moderation,
  ...overview,
  ...postMenu,
  ...report,
  ...reportQueue,
  ...tasks,
};

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
