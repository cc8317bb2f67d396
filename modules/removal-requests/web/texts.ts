import { textsOf } from '../../../web/src/lib/messages.ts';
import report from '../../../mappings/locales/en/report.json';
import links from './texts/en/links.json';
import requests from './texts/en/requests.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...report, ...links, ...requests };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
