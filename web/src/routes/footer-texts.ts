import footer from '../../../mappings/locales/en/footer.json';
import { textsOf } from '../lib/messages.ts';

export const { t } = textsOf<typeof footer, object>(footer);
