import admin from '../../../mappings/locales/en/admin.json';
import moderation from '../../../mappings/locales/en/moderation.json';
import type { Placeholders as OfCore } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';
import requests from './texts/en/requests.json';
import staff from './texts/en/staff.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...admin, ...moderation, ...links, ...requests, ...staff };

export const { t, tRich } = textsOf<typeof texts, Placeholders & OfCore>(texts);
