import { heardText } from '../../model/receivers/upload-rhythm.ts';
import { type StatusLook, statusLooks } from '../controls/status-mark.tsx';
import { useNow, useReceiver, useReceiversScreen } from './receivers-screen.tsx';

/** The word of a receiver's state, and with it, of one that is away, when it was heard (RX-43). */
export function useStateWords(rxId: number, status: StatusLook): { word: string; text: string } {
  const { times } = useReceiversScreen();
  const now = useNow();
  const hourOf = (ts: number) => Number(times.clock(ts).slice(0, 2));
  const heard = useReceiver(rxId, (rx) => (now === 0 ? '' : heardText(rx, now, hourOf))) ?? '';
  const { word } = statusLooks[status];
  return { word, text: heard === '' ? word : `${word}, ${heard}` };
}
