import { useRouter } from '@tanstack/react-router';
import type { WebModule } from './module.ts';

export function useModules(): readonly WebModule[] {
  return useRouter().options.context.modules;
}
