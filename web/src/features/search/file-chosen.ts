/** The event with the file that was chosen in file-button.tsx. */
export const FILE_CHOSEN = 'sagasu-file-chosen';
