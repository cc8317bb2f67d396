import { RefusedError } from '../../../shared/errors.ts';
import { zoneOf, type Zone } from '../../../search/language/zone.ts';

/** The time zone named by the parameter `tz`. @throws RefusedError `zone_unknown` */
export function parseTimeZone(name: string): Zone {
  const zone = zoneOf(name);
  if (zone === null) {
    throw new RefusedError(400, 'zone_unknown', 'tz must be the name of a time zone, such as Europe/Berlin or UTC.');
  }
  return zone;
}
