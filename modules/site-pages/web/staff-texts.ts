import admin from '../../../mappings/locales/en/admin.json';
import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';
import staff from './texts/en/staff.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...admin, ...links, ...staff };

export const { t } = textsOf<typeof texts, Placeholders>(texts);
