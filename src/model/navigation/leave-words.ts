/** What leaving a session would interrupt: unsaved changes and running downloads. */
type Unfinished = { count: number; downloads: number };

/**
 * Returns the question to ask before unfinished work is lost, its button and the reasons (CHG-20), for an
 * action such as 'Log out'.
 */
export function leaveWords(
  action: string,
  { count, downloads }: Unfinished,
): { title: string; confirm: string; sentences: readonly string[] } {
  const them = count + downloads === 1 ? 'it' : 'them';
  const isDownload = count === 0;
  return {
    title: isDownload ? `${action} during a download?` : `${action} with unsaved changes?`,
    confirm: `${action} and ${isDownload ? 'cancel' : 'lose'} ${them}`,
    sentences: [
      ...(isDownload ? [] : [`${count === 1 ? '1 change is' : `${count} changes are`} not saved yet and may be lost.`]),
      ...(downloads === 0
        ? []
        : [`${downloads === 1 ? '1 download is' : `${downloads} downloads are`} running and will be cancelled.`]),
    ],
  };
}
