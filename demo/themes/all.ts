import { bunka } from './bunka.ts';
import { cook } from './cook.ts';
import { draw } from './draw.ts';
import { tech } from './tech.ts';
import type { Theme } from './theme.ts';
import { travel } from './travel.ts';

/** The boards of a site without captures. */
export const THEMES: readonly Theme[] = [tech, bunka, cook, travel, draw];
