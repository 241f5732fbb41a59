import { Component, type ReactNode, Suspense } from 'react';
import { loadErrorText } from '../../model/contract/failure.ts';
import { Notice } from './notice.tsx';
import { PillButton } from './pill-button.tsx';

/**
 * A part of the page that is loaded when it is first shown. While it comes, `waiting` stands; when it cannot come, the error and a
 * Retry, which loads the page anew: a browser does not ask twice for a module that failed.
 */
export class LoadBoundary extends Component<
  { waiting: ReactNode; onRetry: () => void; children: ReactNode; /** True where no frame stands around it. */ alone?: boolean },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return <Suspense fallback={this.props.waiting}>{this.props.children}</Suspense>;
    const notice = (
      <Notice
        level={1}
        tone="failed"
        title={loadErrorText}
        action={
          <PillButton variant="accent" onPress={this.props.onRetry}>
            Retry
          </PillButton>
        }
      />
    );
    return this.props.alone === true ? <main>{notice}</main> : notice;
  }
}
