import { formatCount } from '../../../lib/format.ts';
import type { Offer } from './suggestions.ts';
import { t } from '../../../lib/messages.ts';

interface OfferListProps {
  readonly id: string;
  readonly offers: readonly Offer[];
  readonly active: number;
  readonly onChoose: (offer: Offer) => void;
}

export function offerId(list: string, place: number): string {
  return `${list}-${place}`;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   a combobox as the ARIA practices have it: the focus and the keys stay in the bar, which names the active option. */
/** The list below the query bar. */
export function OfferList({ id, offers, active, onChoose }: OfferListProps) {
  return (
    <div id={id} className="offers" role="listbox" aria-label={t('search.suggestions')} hidden={offers.length === 0}>
      {offers.map((offer, place) => (
        <div
          key={`${offer.text} ${place}`}
          id={offerId(id, place)}
          className="offer"
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          // Or the bar would lose the focus before the click is one.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(offer)}
        >
          <code>{offer.text}</code>
          <span className="offer-about">
            {offer.description}
            {offer.count !== null && <span className="offer-count">{formatCount(offer.count)}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}
/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
