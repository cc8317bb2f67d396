import admin from '../../../../mappings/locales/en/admin.json';
import moderation from '../../../../mappings/locales/en/moderation.json';
import { textsOf } from '../../../../web/src/lib/messages.ts';
import links from '../texts/en/links.json';
import rules from '../texts/en/rules.json';
import type { Placeholders } from '../texts/placeholders.ts';
import type { Placeholders as CorePlaceholders } from '../../../../mappings/locales/placeholders.ts';

const texts = { ...admin, ...moderation, ...links, ...rules };

export const { t, tRich } = textsOf<typeof texts, Placeholders & CorePlaceholders>(texts);
