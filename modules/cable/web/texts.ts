import admin from '../../../mappings/locales/en/admin.json';
import bans from '../../../mappings/locales/en/bans.json';
import moderation from '../../../mappings/locales/en/moderation.json';
import { textsOf } from '../../../web/src/lib/messages.ts';
import cabals from './texts/en/cabals.json';
import links from './texts/en/links.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...admin, ...bans, ...moderation, ...cabals, ...links };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
