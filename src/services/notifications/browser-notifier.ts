import type { ShownAlarm } from '../../model/alarms/browser-alarms.ts';
import type { Log } from '../ports.ts';

/** What a browser shows outside of its pages. */
export type Notifier = {
  /** Whether this page may; null where the browser has no such thing, or not for a page without https. */
  isAllowed(): boolean | null;
  /** Asks for it: the browser asks the person, unless that is answered already. */
  ask(): Promise<boolean>;
  show(shown: ShownAlarm, onPress: () => void): void;
};

/** The means of a page; `Notification` is undefined where there are none. */
export type NotifierParts = { Notification: typeof Notification | undefined; isSecure: boolean; focus: () => void; log: Log };

/** Shows by the browser's own means. */
export function createNotifier({ Notification: means, isSecure, focus, log }: NotifierParts): Notifier {
  return {
    isAllowed: () => (means === undefined || !isSecure ? null : means.permission === 'granted'),
    ask: async () => (means === undefined ? false : (await means.requestPermission()) === 'granted'),
    show({ tag, title, body }, onPress) {
      if (means === undefined) return;
      try {
        const notification = new means(title, { tag, body });
        notification.addEventListener('click', () => {
          notification.close();
          focus();
          onPress();
        });
      } catch (error) {
        // Those of telephones have the constructor and refuse it.
        log.warn('The browser could not show an alarm', error);
      }
    },
  };
}
