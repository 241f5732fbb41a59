/** What leaving a session would end: changes that are not saved, and downloads that run. */
type Unfinished = { count: number; downloads: number };

/** The question before that is lost, its button and why it is asked (CHG-20), of 'Log out' or the like. */
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
