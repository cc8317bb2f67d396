import admin from '../../../../mappings/locales/en/admin.json';
import { textsOf } from '../../../../web/src/lib/messages.ts';
import dumps from '../texts/en/dumps.json';
import links from '../texts/en/links.json';
import staff from '../texts/en/staff.json';
import type { Placeholders } from '../texts/placeholders.ts';

const texts = { ...admin, ...dumps, ...links, ...staff };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
