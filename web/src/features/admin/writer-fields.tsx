/** Fields that choose writers by their network. */
import { BAN_WIDTH_NAMES } from '../../../../mappings/ban.ts';
import { Field, SelectField, textOf, VERBATIM } from './field.tsx';
import { t } from './texts.ts';

export function NetworkField() {
  return (
    <Field
      {...VERBATIM}
      label={t('bans.network')}
      help={t('bans.network-help')}
      name="network"
      required
      maxLength={64}
    />
  );
}

/** How much of the address of a post's writer is chosen. */
export function WidthField() {
  return (
    <SelectField
      label={t('bans.width')}
      name="width"
      options={BAN_WIDTH_NAMES}
      optionText={(name) => t(`bans.width.${name}`)}
    />
  );
}

export function widthOf(fields: FormData): (typeof BAN_WIDTH_NAMES)[number] {
  return BAN_WIDTH_NAMES.find((name) => name === textOf(fields, 'width')) ?? 'address';
}
