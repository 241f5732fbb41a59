import { Component, type ReactNode } from 'react';
import { FailedNotice } from './failed-notice.tsx';
import { Waiting } from './later.tsx';

type Props = {
  waiting: ReactNode;
  onRetry: () => void;
  children: ReactNode;
  /** 1, as for a page, or 2 for a part of one. */
  level?: 1 | 2;
  /** Puts something around the error, where it does not stand in a page's place. */
  around?: (error: ReactNode) => ReactNode;
};

/**
 * A part of the page that is loaded when it is first shown. While it comes, `waiting` stands; when it cannot
 * come, the error and a Retry, which loads the page anew: a browser does not ask twice for a module that
 * failed.
 */
export class LoadBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { waiting, onRetry, children, level = 1, around = (error) => error } = this.props;
    return this.state.failed ? (
      around(<FailedNotice level={level} onRetry={onRetry} />)
    ) : (
      <Waiting value={waiting}>{children}</Waiting>
    );
  }
}
