import { expect, test } from 'vitest';
import { readGhost } from '../../server/read-ghost.ts';

/** The published default key of Fuuka and FoolFuuka, which world4chan used for secure tripcodes. */
const PUBLISHED_KEY = [
  'FW6I5Es311r2JV6EJSnrR2+hw37jIfGI0FB0XU5+9lua9iCCrwgkZDVRZ+1PuClqC+78FiA6hhhXU1oq6OyFx/MWYx6tKsYeSA8cAs969NNMQ98S',
  'zdLFD7ZifHFreNdrfub3xNQBU21rknftdESFRTUr44nqCZ0wyzVVDySGUZkbtyHhnj+cknbZqDu/wjhX/HjSitRbtotpozhF4C9F+MoQCr3LgKg+',
  'CiYHs3Phd3xk6UC2BG2EU83PignJMOCfxzA02gpVHuwy3sx7hX4yvOYBvo0kCsk7B5DURBaNWH0srWz4MpXRcDletGGCeKOz9Hn1WXJu78ZdxC58',
  'VDl20UIT9er5QLnWiF1giIGQXQMqBB+Rd48/suEWAOH2H9WYimTJWTrK397HMWepK6LJaUB5GdIk56ZAULjgZB29qx8Cl+1K0JWQ0SI5LrdjgyZZ',
  'UTX8LB/6Coix9e6+3c05Pk6Bi1GWsMWcJUf7rL9tpsxROtq0AAQBPQ0rTlstFEziwm3vRaTZvPRboQfREta09VA+tRiWfN3XP+1bbMS9exKacGLM',
  'xR/bmO5A57AgQF+bPjhif5M/OOJ6J/76q0JDHA==',
].join('');

/** Published test values; those secure tripcodes are four characters longer. */
test.each([
  ['##overcompensate', PUBLISHED_KEY, '!!A97Af57hncy'],
  ['##pepperoni', PUBLISHED_KEY, '!!7qM+7vweIG1'],
  ['lel#kek#kek', 'secret', '!l8w9M8R/eY!!cbrWSRJ2V3D'],
  ['user##elixir', 'secret', '!!KZ1B7o9AtcJ'],
])('the secure tripcode of %s is the published one', (name, key, tripcode) => {
  const typed = { name, email: '', subject: '', comment: 'heron', password: 'hunter22' };
  expect(readGhost(typed, key).tripcode).toBe(tripcode);
});
