// Generated from /asyncapi.json (clients/web/scripts/types.mjs). Do not edit.

export type Card =
  | "AS"
  | "2S"
  | "3S"
  | "4S"
  | "5S"
  | "6S"
  | "7S"
  | "8S"
  | "9S"
  | "TS"
  | "JS"
  | "QS"
  | "KS"
  | "AH"
  | "2H"
  | "3H"
  | "4H"
  | "5H"
  | "6H"
  | "7H"
  | "8H"
  | "9H"
  | "TH"
  | "JH"
  | "QH"
  | "KH"
  | "AD"
  | "2D"
  | "3D"
  | "4D"
  | "5D"
  | "6D"
  | "7D"
  | "8D"
  | "9D"
  | "TD"
  | "JD"
  | "QD"
  | "KD"
  | "AC"
  | "2C"
  | "3C"
  | "4C"
  | "5C"
  | "6C"
  | "7C"
  | "8C"
  | "9C"
  | "TC"
  | "JC"
  | "QC"
  | "KC"
  | "XX";
export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K";
export type Suit = "S" | "H" | "D" | "C";
export type Seat = number;
export type SeenCards = (Card | null)[];
export type Sugekari21Action =
  | {
      type: "discard";
      card: Card;
    }
  | {
      type: "give";
      cards: Card[];
    }
  | {
      type: "play";
      card: Card;
      as?: "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "half";
    }
  | {
      type: "pass";
    };
export type Sugekari21Template =
  | {
      type: "discard";
      card: Card;
      optional?: string[];
    }
  | {
      type: "give";
      cards: Card[] | CardChoice;
      optional?: string[];
    }
  | {
      type: "play";
      card: Card;
      as?: "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "half";
      optional?: string[];
    }
  | {
      type: "pass";
      optional?: string[];
    };
export type Sugekari21Event =
  | {
      type: "dealt";
      game: number;
      bout: number;
      leader: Seat;
      phase: "discard" | "give" | "play" | "over";
      hands: SeenCards[];
      stock: number;
    }
  | {
      type: "discarded";
      seat: Seat;
      card: Card | null;
    }
  | {
      type: "given";
      seat: Seat;
      to: Seat;
      cards: SeenCards;
    }
  | {
      type: "received";
      seat: Seat;
      from: Seat;
      cards: SeenCards;
    }
  | {
      type: "phase_begun";
      phase: "discard" | "give" | "play" | "over";
    }
  | {
      type: "played";
      seat: Seat;
      card: Card;
      as?: "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "half";
      value?: number;
      total: number;
    }
  | {
      type: "passed";
      seat: Seat;
      passes: number;
    }
  | {
      type: "round_won";
      seat: Seat;
      cards: Card[];
      points: number;
    }
  | {
      type: "drawn";
      seat: Seat;
      cards: Card[];
      stock: number;
    }
  | {
      type: "lead_passed";
      seat: Seat;
    }
  | {
      type: "round_begun";
      leader: Seat;
    }
  | {
      type: "gone_out";
      seat: Seat;
      cards: Card[];
      points: number;
    }
  | {
      type: "deadlocked";
      winner: Seat;
    }
  | {
      type: "bout_ended";
      bout: number;
      outs: number[];
    }
  | {
      type: "game_ended";
      game: number;
      results: number[];
      outs: number[];
    }
  | {
      type: "match_ended";
      result: {
        winners: Seat[];
        ranks: number[];
        scores: number[];
        reason: "cards" | "went_out" | "outs";
        team?: number[];
      };
    };
export type TwentytwoAction =
  | {
      type: "exchange";
      cards: Card[];
    }
  | {
      type: "pass";
    }
  | {
      type: "play";
      cards: Card[];
      as?: Rank[];
    };
export type TwentytwoTemplate =
  | {
      type: "exchange";
      cards: Card[] | CardChoice;
      optional?: string[];
    }
  | {
      type: "pass";
      optional?: string[];
    }
  | {
      type: "play";
      cards: Card[] | CardChoice;
      as?: Rank[];
      optional?: string[];
    };
export type TwentytwoEvent =
  | {
      type: "drawn";
      seat: Seat;
      round: number;
      card: Card;
    }
  | {
      type: "dealer_chosen";
      seat: Seat;
    }
  | {
      type: "dealt";
      seat: Seat;
      deal: number;
      hand_size: number;
      stock: number;
      hands: SeenCards[];
      lying: Card[][];
    }
  | {
      type: "exchanged";
      seat: Seat;
      cards: SeenCards;
      drawn: SeenCards;
      stock: number;
    }
  | {
      type: "passed";
      seat: Seat;
    }
  | {
      type: "play_started";
      seat: Seat;
    }
  | {
      type: "played";
      seat: Seat;
      cards: Card[];
      as?: Rank[];
      follows: boolean;
    }
  | {
      type: "trick_won";
      seat: Seat;
    }
  | {
      type: "shown";
      seat: Seat;
      card: Card;
    }
  | {
      type: "lost";
      seat: Seat;
      card: Card;
      points: number;
      total: number;
    }
  | {
      type: "eliminated";
      seat: Seat;
    }
  | {
      type: "ended";
      result: {
        winners: Seat[];
        ranks: number[];
        scores: number[];
        reason: "last_left" | "lowest_total";
        team?: number[];
      };
    };
export type TtpageoneAction =
  | {
      type: "choose_privilege";
      privilege: "secret" | "wild" | "pass" | "starter";
    }
  | {
      type: "hide";
      card: Card | null;
    }
  | {
      type: "play";
      table: number;
      cards: Card[];
      suit?: Suit;
      last_one?: boolean;
    }
  | {
      type: "draw";
    }
  | {
      type: "pass";
    }
  | {
      type: "name_suit";
      suit: Suit;
    }
  | {
      type: "last_one";
    }
  | {
      type: "challenge";
      seat: Seat;
    };
export type TtpageoneTemplate =
  | {
      type: "choose_privilege";
      privilege: "secret" | "wild" | "pass" | "starter";
      optional?: string[];
    }
  | {
      type: "hide";
      card: Card | null;
      optional?: string[];
    }
  | {
      type: "play";
      table: number;
      cards: Card[] | CardChoice;
      suit?: Suit;
      last_one?: boolean;
      optional?: string[];
    }
  | {
      type: "draw";
      optional?: string[];
    }
  | {
      type: "pass";
      optional?: string[];
    }
  | {
      type: "name_suit";
      suit: Suit;
      optional?: string[];
    }
  | {
      type: "last_one";
      optional?: string[];
    }
  | {
      type: "challenge";
      seat: Seat;
      optional?: string[];
    };
export type TtpageoneEvent =
  | {
      type: "dealt";
      game: number;
      hands: SeenCards[];
      stock: number;
      priority: Seat[];
    }
  | {
      type: "privilege_chosen";
      seat: Seat;
      privilege: "secret" | "wild" | "pass" | "starter";
    }
  | {
      type: "privilege_assigned";
      seat: Seat;
      privilege: "secret" | "wild" | "pass" | "starter";
    }
  | {
      type: "hidden";
      seat: Seat;
      card: Card | null;
      face_down: number;
      opened: Card[];
    }
  | {
      type: "opened";
      hands: SeenCards[];
    }
  | {
      type: "joker_added";
      seat: Seat;
    }
  | {
      type: "joker_buried";
      table: number;
    }
  | {
      type: "table_turned";
      table: number;
      card: Card;
    }
  | {
      type: "turn_began";
      seat: Seat;
    }
  | {
      type: "played";
      seat: Seat;
      table: number;
      cards: Card[];
      suit?: Suit;
      last_one?: boolean;
      secret: boolean;
    }
  | {
      type: "drawn";
      seat: Seat;
      card: Card | null;
      face_down: boolean;
    }
  | {
      type: "turned";
      seat: Seat;
      table: number;
      card: Card;
    }
  | {
      type: "reshuffled";
      stock: number;
    }
  | {
      type: "skipped";
      seat: Seat;
      skipped: Seat[];
    }
  | {
      type: "reversed";
      seat: Seat;
      times: number;
      direction: number;
    }
  | {
      type: "dominated";
      seat: Seat;
      table: number;
      suit: Suit;
    }
  | {
      type: "suit_named";
      seat: Seat;
      table: number;
      suit: Suit;
    }
  | {
      type: "suit_defaulted";
      table: number;
      suit: Suit;
    }
  | {
      type: "passed";
      seat: Seat;
    }
  | {
      type: "stuck";
      seat: Seat;
    }
  | {
      type: "last_one_declared";
      seat: Seat;
    }
  | {
      type: "challenged";
      seat: Seat;
      challenged: Seat;
    }
  | {
      type: "disqualified";
      seat: Seat;
      cards: number;
    }
  | {
      type: "game_ended";
      game: number;
      winners: Seat[];
      reason: "went_out" | "disqualified" | "limit" | "points";
      points: number[];
    }
  | {
      type: "match_ended";
      result: {
        winners: Seat[];
        ranks: number[];
        scores: number[];
        reason: "went_out" | "disqualified" | "limit" | "points";
        team?: number[];
      };
    };
export type FortyoneAction =
  | {
      type: "play";
      card: Card;
    }
  | {
      type: "pass";
    };
export type FortyoneTemplate =
  | {
      type: "play";
      card: Card;
      optional?: string[];
    }
  | {
      type: "pass";
      optional?: string[];
    };
export type FortyoneEvent =
  | {
      type: "dealt";
      deal: number;
      dealer: Seat;
      hands: SeenCards[];
      starter: Card;
      total: number | null;
    }
  | {
      type: "played";
      seat: Seat;
      card: Card;
      value: number | null;
      total: number | null;
    }
  | {
      type: "valued";
      value: number;
    }
  | {
      type: "passed";
      seat: Seat;
    }
  | {
      type: "scored";
      seat: Seat;
      chips: number;
      cause: "starter" | "total" | "pass";
    }
  | {
      type: "deal_ended";
      deal: number;
      left: number[];
    }
  | {
      type: "ended";
      result: {
        winners: Seat[];
        ranks: number[];
        scores: number[];
        reason: "chips";
        team?: number[];
      };
    };
export type SelfishAction =
  | {
      type: "draw";
    }
  | {
      type: "stop";
    }
  | {
      type: "continue";
    }
  | {
      type: "claim";
      claim: "nothing" | "double" | "triple" | "selfish" | "burst";
    };
export type SelfishTemplate =
  | {
      type: "draw";
      optional?: string[];
    }
  | {
      type: "stop";
      optional?: string[];
    }
  | {
      type: "continue";
      optional?: string[];
    }
  | {
      type: "claim";
      claim: "nothing" | "double" | "triple" | "selfish" | "burst";
      optional?: string[];
    };
export type SelfishEvent =
  | {
      type: "begun";
      first: Seat;
      stock: number;
      game?: number;
    }
  | {
      type: "turn_begun";
      turn: number;
    }
  | {
      type: "drawn";
      seat: Seat;
      card: Card | null;
    }
  | {
      type: "stopped";
      seat: Seat;
    }
  | {
      type: "continued";
      seat: Seat;
    }
  | {
      type: "claims_begun";
    }
  | {
      type: "claimed";
      seat: Seat;
      claim: "nothing" | "double" | "triple" | "selfish" | "burst";
    }
  | {
      type: "opened";
      hands: {
        cards: Card[];
        hand: "none" | "double" | "two_pairs" | "triple" | "selfish" | "burst";
        score: number;
      }[];
    }
  | {
      type: "gathered";
      stock: number;
    }
  | {
      type: "round_begun";
      contenders: Seat[];
    }
  | {
      type: "turned_up";
      seat: Seat;
      card: Card;
    }
  | {
      type: "game_ended";
      game: number;
      winner: Seat | null;
      reason: "total" | "selfish" | "sudden_death" | "all_burst" | "games";
      wins: number[];
    }
  | {
      type: "ended";
      result: {
        winners: Seat[];
        ranks: number[];
        scores: number[];
        reason: "total" | "selfish" | "sudden_death" | "all_burst" | "games";
        team?: number[];
      };
    };
export type ClientMessage =
  | ClientCreate
  | ClientJoin
  | ClientResume
  | ClientLeave
  | ClientMove
  | ClientStart
  | ClientFill
  | ClientKick
  | ClientRematch
  | ClientChange
  | ClientAct
  | ClientChat
  | ClientCall
  | ClientAdvise
  | ClientReport
  | ClientNewEvening
  | ClientList
  | ClientPing
  | ClientBlock
  | ClientUnblock;
export type ServerMessage =
  | ServerWelcome
  | ServerOk
  | ServerPong
  | ServerError
  | ServerCreated
  | ServerJoined
  | ServerRoom
  | ServerUpdate
  | ServerAdvice
  | ServerChat
  | ServerChatLog
  | ServerRematchAsked
  | ServerRooms
  | ServerReplaced
  | ServerNotice
  | ServerMoved
  | ServerClosed
  | ServerClosing;

export interface Wire {
  Card?: Card;
  Rank?: Rank;
  Suit?: Suit;
  Seat?: Seat;
  SeenCards?: SeenCards;
  CardChoice?: CardChoice;
  Sugekari21RoomOptions?: Sugekari21RoomOptions;
  Sugekari21Options?: Sugekari21Options;
  Sugekari21Action?: Sugekari21Action;
  Sugekari21Template?: Sugekari21Template;
  Sugekari21Event?: Sugekari21Event;
  Sugekari21View?: Sugekari21View;
  Sugekari21Result?: Sugekari21Result;
  TwentytwoRoomOptions?: TwentytwoRoomOptions;
  TwentytwoOptions?: TwentytwoOptions;
  TwentytwoAction?: TwentytwoAction;
  TwentytwoTemplate?: TwentytwoTemplate;
  TwentytwoEvent?: TwentytwoEvent;
  TwentytwoView?: TwentytwoView;
  TwentytwoResult?: TwentytwoResult;
  TtpageoneRoomOptions?: TtpageoneRoomOptions;
  TtpageoneOptions?: TtpageoneOptions;
  TtpageoneAction?: TtpageoneAction;
  TtpageoneTemplate?: TtpageoneTemplate;
  TtpageoneEvent?: TtpageoneEvent;
  TtpageoneView?: TtpageoneView;
  TtpageoneResult?: TtpageoneResult;
  FortyoneRoomOptions?: FortyoneRoomOptions;
  FortyoneOptions?: FortyoneOptions;
  FortyoneAction?: FortyoneAction;
  FortyoneTemplate?: FortyoneTemplate;
  FortyoneEvent?: FortyoneEvent;
  FortyoneView?: FortyoneView;
  FortyoneResult?: FortyoneResult;
  SelfishRoomOptions?: SelfishRoomOptions;
  SelfishOptions?: SelfishOptions;
  SelfishAction?: SelfishAction;
  SelfishTemplate?: SelfishTemplate;
  SelfishEvent?: SelfishEvent;
  SelfishView?: SelfishView;
  SelfishResult?: SelfishResult;
  RoomSummary?: RoomSummary;
  Replay?: Replay;
  Analysis?: Analysis;
  Par?: Par;
  Puzzle?: Puzzle;
  PuzzleSolution?: PuzzleSolution;
  AnalysisProgress?: AnalysisProgress;
  ClientCreate?: ClientCreate;
  ClientJoin?: ClientJoin;
  ClientResume?: ClientResume;
  ClientLeave?: ClientLeave;
  ClientMove?: ClientMove;
  ClientStart?: ClientStart;
  ClientFill?: ClientFill;
  ClientKick?: ClientKick;
  ClientRematch?: ClientRematch;
  ClientChange?: ClientChange;
  ClientAct?: ClientAct;
  ClientChat?: ClientChat;
  ClientCall?: ClientCall;
  ClientAdvise?: ClientAdvise;
  ClientReport?: ClientReport;
  ClientNewEvening?: ClientNewEvening;
  ClientList?: ClientList;
  ClientPing?: ClientPing;
  ClientBlock?: ClientBlock;
  ClientUnblock?: ClientUnblock;
  ServerWelcome?: ServerWelcome;
  ServerOk?: ServerOk;
  ServerPong?: ServerPong;
  ServerError?: ServerError;
  ServerCreated?: ServerCreated;
  ServerJoined?: ServerJoined;
  ServerRoom?: ServerRoom;
  ServerUpdate?: ServerUpdate;
  ServerAdvice?: ServerAdvice;
  ServerChat?: ServerChat;
  ServerChatLog?: ServerChatLog;
  ServerRematchAsked?: ServerRematchAsked;
  ServerRooms?: ServerRooms;
  ServerReplaced?: ServerReplaced;
  ServerNotice?: ServerNotice;
  ServerMoved?: ServerMoved;
  ServerClosed?: ServerClosed;
  ServerClosing?: ServerClosing;
  ClientMessage?: ClientMessage;
  ServerMessage?: ServerMessage;
}
export interface CardChoice {
  choose: number | [number, number];
  from: Card[];
  with?: Card[];
  beats?: Rank[];
  low_to_high?: Rank[];
}
export interface Sugekari21RoomOptions {
  two_player?: "redeal" | "refill";
  exchange?: "none" | "hearts" | "partner";
  games?: 1 | 3;
  jokers?: boolean;
}
export interface Sugekari21Options {
  two_player?: "redeal" | "refill";
  exchange?: "none" | "hearts" | "partner";
  games?: 1 | 3;
  jokers?: boolean;
}
export interface Sugekari21View {
  game: "sugekari21";
  seat: Seat | null;
  phase: "discard" | "give" | "play" | "over";
  to_act: Seat[];
  hands: SeenCards[];
  scores: (number | null)[];
  table: {
    game: number;
    bout: number;
    leader: Seat;
    round: {
      seat: Seat;
      card: Card;
      as?: "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "half";
      value?: number;
    }[];
    total: number;
    passes: number;
    captured: Card[][];
    outs: number[];
    results: number[][];
    stock: number;
    chosen: Seat[];
    given?: {
      cards: Card[];
      seat: Seat;
    } | null;
    received?: {
      cards: Card[];
      seat: Seat;
    } | null;
    discarded?: Card[];
  };
  result: {
    winners: Seat[];
    ranks: number[];
    scores: number[];
    reason: "cards" | "went_out" | "outs";
    team?: number[];
  } | null;
  replay?: string;
}
export interface Sugekari21Result {
  winners: Seat[];
  ranks: number[];
  scores: number[];
  reason: "cards" | "went_out" | "outs";
  team?: number[];
}
export interface TwentytwoRoomOptions {
  variant?: "22" | "26";
  decks?: 1 | 2;
  max_lead?: 0 | 2 | 3 | 4;
  follow?: "free" | "must";
  reading?: "usual" | "letter";
  losing_cards?: "stay" | "return";
}
export interface TwentytwoOptions {
  variant?: "22" | "26";
  decks?: 1 | 2;
  max_lead?: 0 | 2 | 3 | 4;
  follow?: "free" | "must";
  reading?: "usual" | "letter";
  losing_cards?: "stay" | "return";
}
export interface TwentytwoView {
  game: "twentytwo";
  seat: Seat | null;
  phase: "exchange" | "play" | "over";
  to_act: Seat[];
  hands: SeenCards[];
  scores: (number | null)[];
  table: {
    deal: number;
    dealer: Seat;
    hand_size: number;
    stock: number;
    exchanged: (number | null)[];
    set_aside?: Card[];
    lying: Card[][];
    trick: {
      seat: Seat;
      cards: Card[];
      as?: Rank[];
      follows: boolean;
    }[];
    tricks: {
      seat: Seat;
      cards: Card[];
      as?: Rank[];
      follows: boolean;
    }[][];
    last_show: {
      cards: (Card | null)[];
      losers: Seat[];
    } | null;
    draws: (Card | null)[][];
  };
  result: {
    winners: Seat[];
    ranks: number[];
    scores: number[];
    reason: "last_left" | "lowest_total";
    team?: number[];
  } | null;
  replay?: string;
}
export interface TwentytwoResult {
  winners: Seat[];
  ranks: number[];
  scores: number[];
  reason: "last_left" | "lowest_total";
  team?: number[];
}
export interface TtpageoneRoomOptions {
  games?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  teams?: 0 | 2 | 3;
}
export interface TtpageoneOptions {
  games?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  teams?: 0 | 2 | 3;
}
export interface TtpageoneView {
  game: "ttpageone";
  seat: Seat | null;
  phase: "privileges" | "hide" | "play" | "name_suit" | "rehide" | "over";
  to_act: Seat[];
  hands: SeenCards[];
  scores: (number | null)[];
  table: {
    game: number;
    priority: Seat[];
    privileges: {
      secret?: Seat;
      wild?: Seat;
      pass?: Seat;
      starter?: Seat;
    };
    pass_used: boolean;
    tables: {
      top: Card;
      suit: Suit | null;
      rank: Rank | null;
      under: number;
    }[];
    stock: number;
    direction: number;
    turn: Seat | null;
    drawn: boolean;
    last_one: (("declared" | "undeclared") | null)[];
    out: Seat[];
    results: number[][];
    secret?: Card | null;
  };
  result: {
    winners: Seat[];
    ranks: number[];
    scores: number[];
    reason: "went_out" | "disqualified" | "limit" | "points";
    team?: number[];
  } | null;
  replay?: string;
}
export interface TtpageoneResult {
  winners: Seat[];
  ranks: number[];
  scores: number[];
  reason: "went_out" | "disqualified" | "limit" | "points";
  team?: number[];
}
export interface FortyoneRoomOptions {}
export interface FortyoneOptions {}
export interface FortyoneView {
  game: "fortyone";
  seat: Seat | null;
  phase: "play" | "over";
  to_act: Seat[];
  hands: SeenCards[];
  scores: (number | null)[];
  table: {
    deal: number;
    dealer: Seat;
    starter: Card | null;
    sequence: (
      | {
          seat: Seat;
          card: Card;
          value: number | null;
        }
      | {
          seat: Seat;
          pass: boolean;
        }
    )[];
    total: number | null;
    finished: {
      dealer: Seat;
      starter: Card;
      sequence: (
        | {
            seat: Seat;
            card: Card;
            value: number | null;
          }
        | {
            seat: Seat;
            pass: boolean;
          }
      )[];
      left: number[];
    }[];
  };
  result: {
    winners: Seat[];
    ranks: number[];
    scores: number[];
    reason: "chips";
    team?: number[];
  } | null;
  replay?: string;
}
export interface FortyoneResult {
  winners: Seat[];
  ranks: number[];
  scores: number[];
  reason: "chips";
  team?: number[];
}
export interface SelfishRoomOptions {
  turns?: "stop" | "forced";
  coming_out?: boolean;
  scoring?: "full" | "simple";
  selfish_tie?: "sudden_death" | "higher";
  jokers?: 0 | 1 | 2;
  games?: 1 | 3 | 5 | 10;
}
export interface SelfishOptions {
  turns?: "stop" | "forced";
  coming_out?: boolean;
  scoring?: "full" | "simple";
  selfish_tie?: "sudden_death" | "higher";
  jokers?: 0 | 1 | 2;
  games?: 1 | 3 | 5 | 10;
}
export interface SelfishView {
  game: "selfish";
  seat: Seat | null;
  phase: "draw" | "decide" | "claim" | "sudden_death" | "over";
  to_act: Seat[];
  hands: SeenCards[];
  scores: (number | null)[];
  table: {
    turn: number;
    first: Seat;
    stopped_by: Seat | null;
    claims: (("nothing" | "double" | "triple" | "selfish" | "burst") | null)[];
    stock: number;
    opened:
      | {
          cards: Card[];
          hand: "none" | "double" | "two_pairs" | "triple" | "selfish" | "burst";
          score: number;
        }[]
      | null;
    sudden_death: {
      seat: Seat;
      card: Card;
    }[][];
    game?: number;
    results?: {
      winner: Seat | null;
      reason: "total" | "selfish" | "sudden_death" | "all_burst" | "games";
      scores: number[];
    }[];
    previous?: {
      turn: number;
      stopped_by: Seat | null;
      opened: {
        cards: Card[];
        hand: "none" | "double" | "two_pairs" | "triple" | "selfish" | "burst";
        score: number;
      }[];
      sudden_death: {
        seat: Seat;
        card: Card;
      }[][];
    };
  };
  result: {
    winners: Seat[];
    ranks: number[];
    scores: number[];
    reason: "total" | "selfish" | "sudden_death" | "all_burst" | "games";
    team?: number[];
  } | null;
  replay?: string;
}
export interface SelfishResult {
  winners: Seat[];
  ranks: number[];
  scores: number[];
  reason: "total" | "selfish" | "sudden_death" | "all_burst" | "games";
  team?: number[];
}
export interface RoomSummary {
  room: string;
  game: string;
  options:
    Sugekari21RoomOptions | TwentytwoRoomOptions | TtpageoneRoomOptions | FortyoneRoomOptions | SelfishRoomOptions;
  status: "waiting" | "playing" | "finished";
  seats: {
    seat: Seat;
    name: string | null;
    kind: "empty" | "human" | "bot";
    connected?: boolean;
    player?: {
      id: string;
      kind: "human" | "bot";
    };
  }[];
  spectators: number;
  clock: {
    decision: number;
    bank: number;
  } | null;
  hints?: boolean;
  chat?: boolean;
  watching?: boolean;
  from?: {
    room: string;
    match: number;
    actions: number;
  };
  match: number;
  commitment: string;
}
export interface Replay {
  format: string;
  room: string;
  match: number;
  game: string;
  options:
    Sugekari21RoomOptions | TwentytwoRoomOptions | TtpageoneRoomOptions | FortyoneRoomOptions | SelfishRoomOptions;
  seats: number;
  names: string[];
  players?: ({
    id: string;
    kind: "human" | "bot";
  } | null)[];
  commitment: string;
  server_seed: string;
  entropy: string[];
  fixed?: number;
  packs: Card[][];
  chance: (
    | {
        shuffle: Card[] | number[];
      }
    | {
        order: Seat[];
      }
    | {
        pick: number;
        of: number;
      }
  )[];
  shuffled: {
    pack?: number;
    sorted?: boolean;
    rest_of?: number;
    from?: number;
    places?: number;
  }[];
  actions: {
    seat: Seat;
    action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
    ms: number;
    by?: "bot";
  }[];
  result: Sugekari21Result | TwentytwoResult | TtpageoneResult | FortyoneResult | SelfishResult;
  from?: {
    room: string;
    match: number;
    actions: number;
  };
}
export interface Analysis {
  format: string;
  room: string;
  match: number;
  game: string;
  decisions: {
    action: number;
    seat: Seat;
    value: number;
    best: {
      action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
      value: number;
    };
    mark?: "best" | "worst";
  }[];
}
export interface Par {
  room: string;
  match: number;
  game: string;
  seat: Seat;
  margin: number;
  par: number;
}
export interface Puzzle {
  id: string;
  game: string;
  options: {};
  seats: number;
  seat: Seat;
  view: Sugekari21View | TwentytwoView | TtpageoneView | FortyoneView | SelfishView;
  legal: (Sugekari21Template | TwentytwoTemplate | TtpageoneTemplate | FortyoneTemplate | SelfishTemplate)[];
}
export interface PuzzleSolution {
  right: boolean;
  value: number | null;
  best: {
    action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
    value: number;
  };
  others: {
    action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
    value: number;
  }[];
  room: string;
  match: number;
  actions: number;
}
export interface AnalysisProgress {
  done: number;
  of: number;
}
export interface ClientCreate {
  type: "create";
  game: string;
  seats?: number;
  options?: Sugekari21Options | TwentytwoOptions | TtpageoneOptions | FortyoneOptions | SelfishOptions;
  public?: boolean;
  clock?: {
    decision: number;
    bank: number;
  };
  fixed?: {
    server_seed: string;
    shuffles: Card[][];
  };
  bots?: (("easy" | "normal" | "hard") | null)[];
  hints?: boolean;
  chat?: boolean;
  spectators?: boolean;
  daily?: boolean;
  from?: {
    room: string;
    match: number;
    actions: number;
  };
  id?: string | number;
}
export interface ClientJoin {
  type: "join";
  room: string;
  name: string;
  seat?: number;
  role?: "player" | "spectator";
  entropy?: string;
  updates?: "full" | "events";
  extras?: boolean;
  id?: string | number;
}
export interface ClientResume {
  type: "resume";
  room: string;
  token?: string;
  updates?: "full" | "events";
  since?: number;
  match?: number;
  extras?: boolean;
  renew?: boolean;
  id?: string | number;
}
export interface ClientLeave {
  type: "leave";
  room: string;
  id?: string | number;
}
export interface ClientMove {
  type: "move";
  room: string;
  seat: number;
  id?: string | number;
}
export interface ClientStart {
  type: "start";
  room: string;
  id?: string | number;
}
export interface ClientFill {
  type: "fill";
  room: string;
  seat?: number;
  level?: "easy" | "normal" | "hard";
  id?: string | number;
}
export interface ClientKick {
  type: "kick";
  room: string;
  seat: number;
  id?: string | number;
}
export interface ClientRematch {
  type: "rematch";
  room: string;
  entropy?: string;
  game?: string;
  id?: string | number;
}
export interface ClientChange {
  type: "change";
  room: string;
  game?: string;
  options?: Sugekari21Options | TwentytwoOptions | TtpageoneOptions | FortyoneOptions | SelfishOptions;
  seats?: number;
  clock?: {
    decision: number;
    bank: number;
  } | null;
  hints?: boolean;
  id?: string | number;
}
export interface ClientAct {
  type: "act";
  room: string;
  decision: number;
  action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
  id?: string | number;
}
export interface ClientChat {
  type: "chat";
  room: string;
  text: string;
  id?: string | number;
}
export interface ClientCall {
  type: "call";
  room: string;
  link: string | null;
  id?: string | number;
}
export interface ClientAdvise {
  type: "advise";
  room: string;
  id?: string | number;
}
export interface ClientReport {
  type: "report";
  room: string;
  seat?: number;
  text?: string;
  id?: string | number;
}
export interface ClientNewEvening {
  type: "new_evening";
  room: string;
  id?: string | number;
}
export interface ClientList {
  type: "list";
  after?: string;
  game?: string;
  extras?: boolean;
  id?: string | number;
}
export interface ClientPing {
  type: "ping";
  id?: string | number;
}
export interface ClientBlock {
  type: "block";
  player: string;
  id?: string | number;
}
export interface ClientUnblock {
  type: "unblock";
  player: string;
  id?: string | number;
}
export interface ServerWelcome {
  type: "welcome";
  protocol: number;
  server: {
    name: string;
    version: string;
  };
  games: string[];
  limits: {
    messages_per_second: number | null;
    burst: number | null;
    rooms: number | null;
    seats: number | null;
    message_bytes: number | null;
  };
  you?: {
    id: string;
    name: string;
    kind: "human" | "bot";
    created: string;
  } | null;
}
export interface ServerOk {
  type: "ok";
  re?: string | number;
  seq?: number;
}
export interface ServerPong {
  type: "pong";
  re?: string | number;
}
export interface ServerError {
  type: "error";
  re?: string | number;
  code:
    | "rate_limited"
    | "bad_json"
    | "unknown_type"
    | "bad_message"
    | "bad_name"
    | "unknown_game"
    | "bad_options"
    | "no_such_room"
    | "bad_token"
    | "not_seated"
    | "already_joined"
    | "not_host"
    | "not_playing"
    | "already_playing"
    | "room_full"
    | "seat_taken"
    | "too_few_players"
    | "no_advice"
    | "stale_decision"
    | "illegal_action"
    | "too_many_rooms"
    | "server_full"
    | "shutting_down"
    | "elsewhere"
    | "no_identity"
    | "blocked"
    | "muted"
    | "not_yours"
    | "daily_played"
    | "unavailable";
  message: string;
  details?: {
    retry_after_ms?: number;
    until?: string | null;
    room?: string;
    reason?: "empty" | "too_long" | "blank" | "control" | "invisible" | "direction" | "marks";
    seats?: number[];
  };
}
export interface ServerCreated {
  type: "created";
  re?: string | number;
  room: string;
  commitment: string;
}
export interface ServerJoined {
  type: "joined";
  re?: string | number;
  room: string;
  seat: Seat | null;
  token?: string;
}
export interface ServerRoom {
  type: "room";
  room: string;
  game: string;
  options:
    Sugekari21RoomOptions | TwentytwoRoomOptions | TtpageoneRoomOptions | FortyoneRoomOptions | SelfishRoomOptions;
  status: "waiting" | "playing" | "finished";
  seats: {
    seat: Seat;
    name: string | null;
    kind: "empty" | "human" | "bot";
    connected: boolean;
    host: boolean;
    bot_plays?: boolean;
    player?: {
      id: string;
      kind: "human" | "bot";
    };
  }[];
  spectators: number;
  public: boolean;
  clock: {
    decision: number;
    bank: number;
  } | null;
  hints?: boolean;
  chat?: boolean;
  watching?: boolean;
  from?: {
    room: string;
    match: number;
    actions: number;
  };
  call?: string;
  match: number;
  commitment: string;
  evening?: {
    matches: number;
    lines: {
      seat: Seat | null;
      name: string;
      player?: string;
      kind: "human" | "bot";
      points: number;
      played: number;
      won: number;
      bot_share: number;
    }[];
  };
}
export interface ServerUpdate {
  type: "update";
  room: string;
  seq: number;
  events: (
    | Sugekari21Event
    | TwentytwoEvent
    | TtpageoneEvent
    | FortyoneEvent
    | SelfishEvent
    | {
        type: "continued";
        room: string;
        match: number;
        actions: number;
      }
  )[];
  view?: Sugekari21View | TwentytwoView | TtpageoneView | FortyoneView | SelfishView;
  decision?: number;
  legal?: (Sugekari21Template | TwentytwoTemplate | TtpageoneTemplate | FortyoneTemplate | SelfishTemplate)[];
  must?: boolean;
  deadline_ms?: number;
  over?: true;
  resync?: true;
}
export interface ServerAdvice {
  type: "advice";
  re?: string | number;
  room: string;
  decision: number;
  action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
  others?: {
    action: Sugekari21Action | TwentytwoAction | TtpageoneAction | FortyoneAction | SelfishAction;
    value: number;
  }[];
}
export interface ServerChat {
  type: "chat";
  room: string;
  from: Seat | null;
  name: string;
  text: string;
  player?: string;
}
export interface ServerChatLog {
  type: "chat_log";
  room: string;
  lines: {
    from: Seat | null;
    name: string;
    text: string;
    player?: string;
  }[];
}
export interface ServerRematchAsked {
  type: "rematch_asked";
  room: string;
  seat: Seat;
}
export interface ServerRooms {
  type: "rooms";
  re?: string | number;
  rooms: RoomSummary[];
  created?: number[];
}
export interface ServerReplaced {
  type: "replaced";
  room: string;
}
export interface ServerNotice {
  type: "notice";
  text: string;
  until?: string;
}
export interface ServerMoved {
  type: "moved";
  room: string;
}
export interface ServerClosed {
  type: "closed";
  room: string;
  message: string;
}
export interface ServerClosing {
  type: "closing";
}
