// What the messages of each game's matches have.
import type { AnyAction, AnyEvent, AnyTemplate, AnyView } from "./messages";
import type {
  FortyoneAction,
  FortyoneEvent,
  FortyoneTemplate,
  FortyoneView,
  SelfishAction,
  SelfishEvent,
  SelfishTemplate,
  SelfishView,
  Sugekari21Action,
  Sugekari21Event,
  Sugekari21Template,
  Sugekari21View,
  TtpageoneAction,
  TtpageoneEvent,
  TtpageoneTemplate,
  TtpageoneView,
  TwentytwoAction,
  TwentytwoEvent,
  TwentytwoTemplate,
  TwentytwoView,
} from "./wire";

/** The types of one game; by default what all games have in common. */
export interface Game {
  view: AnyView;
  event: AnyEvent;
  template: AnyTemplate;
  action: AnyAction;
}

interface Of<
  View extends AnyView,
  Event extends AnyEvent,
  Template extends AnyTemplate,
  Action extends AnyAction,
> extends Game {
  view: View;
  event: Event;
  template: Template;
  action: Action;
}

export type Fortyone = Of<FortyoneView, FortyoneEvent, FortyoneTemplate, FortyoneAction>;
export type Selfish = Of<SelfishView, SelfishEvent, SelfishTemplate, SelfishAction>;
export type Sugekari21 = Of<Sugekari21View, Sugekari21Event, Sugekari21Template, Sugekari21Action>;
export type Ttpageone = Of<TtpageoneView, TtpageoneEvent, TtpageoneTemplate, TtpageoneAction>;
export type Twentytwo = Of<TwentytwoView, TwentytwoEvent, TwentytwoTemplate, TwentytwoAction>;

/** Why a match was won; a Selfish is a word of its game. */
export type SharedReason = Exclude<NonNullable<Game["view"]["result"]>["reason"], "selfish">;
