import { heardText } from '../../model/receivers/upload-rhythm.ts';
import { type StatusLook, statusLooks } from '../controls/status-mark.tsx';
import { useNow, useReceiver, useReceiversScreen } from './receivers-screen.tsx';

/** Returns the word for a receiver's state and, if it is away, when it was last heard (RX-43). */
export function useStateWords(rxId: number, status: StatusLook): { word: string; text: string } {
  const { times } = useReceiversScreen();
  const now = useNow();
  const hourOf = (ts: number) => Number(times.clock(ts).slice(0, 2));
  const heard = useReceiver(rxId, (rx) => (now === 0 ? '' : heardText(rx, now, hourOf))) ?? '';
  const { word } = statusLooks[status];
  return { word, text: heard === '' ? word : `${word}, ${heard}` };
}
