/** Texts of the forms without scripts. */
import { formTextsOf } from '../../../server/http/short-pages/texts.ts';
import forms from './texts/en/forms.json' with { type: 'json' };
import type { Placeholders } from './texts/placeholders.ts';

export const textsIn = formTextsOf<typeof forms, Placeholders>(new URL('texts/', import.meta.url), forms);
