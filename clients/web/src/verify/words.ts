// Texts of the check that a match was dealt honestly.
import { settings, type Language } from "../settings/settings.svelte";

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const en = {
  title: "Check the cards",
  ok: "This match was dealt honestly: everything matches.",
  bad: "Something doesn’t match!",
  commitment: "The cards match the code that was published before the match.",
  commitmentBad: "The cards don’t match the code that was published before the match.",
  seed: "The final seed, made with what every seat contributed:",
  draws: (n: number) =>
    `Your browser has repeated ${plural(n, "shuffle or draw", "shuffles and draws")}: all match the deal.`,
  drawsBad: (n: number) => `Shuffle or draw ${n} differs from what was dealt.`,
  dealt: "The first hands are the top of the shuffled pack.",
  dealtBad: "The first hands are not the top of a shuffled pack.",
  fixed: (n: number) => `${plural(n, "shuffle was", "shuffles were")} replaced: a test deal.`,
  how: "Neither the server nor a player could choose these cards. Your browser has just checked it.",
  method: "It is computed with SHA-256. It can’t rule out that the operator and a player act together.",
  noCrypto:
    "This browser offers its cryptography only to pages over HTTPS or on this machine itself, so the deal can’t be checked here.",
  details: "Details",
  serverSeed: "Server seed",
  committed: "Commitment",
  entropy: (seat: number) => `Seat ${seat} contributed`,
  nothing: "nothing",
  failed: "The replay could not be fetched.",
};

const ja: typeof en = {
  title: "配りの公正さを確かめる",
  ok: "公正な配りでした。すべて一致します。",
  bad: "一致しないところがあります！",
  commitment: "対戦前に公開した照合用コードと、配りが一致しました。",
  commitmentBad: "対戦前に公開した照合用コードと、配りが一致しません。",
  seed: "全席の文字列を混ぜた最終シード：",
  draws: (n) => `先攻決めやシャッフル（計${n}回）を計算し直し、すべて一致しました。`,
  drawsBad: (n) => `${n}回目の抽選が実際の配りと違います。`,
  dealt: "最初の手札は、切った山札を上から順に配ったものと一致します。",
  dealtBad: "最初の手札が、切った山札を上から順に配ったものと一致しません。",
  fixed: (n) => `テスト用に並びを決めた配りです（シャッフル${n}回）。`,
  how: "運営も参加者も、配りを操作できません。いま、あなたのブラウザが確かめました。",
  method: "計算にはSHA-256を使います。ただし、運営者と参加者が示し合わせていた場合までは防げません。",
  noCrypto: "このブラウザはHTTPSか同じ端末のページでしか暗号機能を使えないため、ここでは検証できません。",
  details: "詳細",
  serverSeed: "サーバーシード",
  committed: "照合用コード（コミットメント）",
  entropy: (seat) => `${seat}番席の文字列`,
  nothing: "なし",
  failed: "リプレイを取得できませんでした。",
};

const texts: Record<Language, typeof en> = { en, ja };
/** The texts in the user's language. Reactive, as `t`. */
export const w = (): typeof en => texts[settings.language];
