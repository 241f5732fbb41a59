import type { ShownAlarm } from '../../model/alarms/browser-alarms.ts';
import type { Log } from '../ports.ts';

/** Shows notifications outside of the page. */
export type Notifier = {
  /** Returns whether the page may show them; null if the browser, or a page without https, cannot. */
  isAllowed(): boolean | null;
  /** Requests permission; the browser asks the person unless they already decided. */
  ask(): Promise<boolean>;
  show(shown: ShownAlarm, onPress: () => void): void;
};

/** The parts of the page that a notifier needs; `Notification` is undefined if unsupported. */
export type NotifierParts = { Notification: typeof Notification | undefined; isSecure: boolean; focus: () => void; log: Log };

/** Returns a notifier on the browser's API. */
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
        // Mobile browsers have the constructor, but it throws.
        log.warn('The browser could not show an alarm', error);
      }
    },
  };
}
