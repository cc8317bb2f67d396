import admin from '../../../mappings/locales/en/admin.json';
import moderation from '../../../mappings/locales/en/moderation.json';
import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';
import proposals from './texts/en/proposals.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...admin, ...moderation, ...links, ...proposals };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
