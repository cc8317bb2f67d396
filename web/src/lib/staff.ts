/** Whether somebody has signed in from this browser, so that readers' pages need no request to find out. */
import { savePreference, usePreference } from './preferences.ts';

const STORAGE_KEY = 'signed-in';

export function useIsStaff(): boolean {
  return usePreference(STORAGE_KEY) === 'yes';
}

export function rememberStaff(isSignedIn: boolean): void {
  savePreference(STORAGE_KEY, isSignedIn ? 'yes' : null);
}
