#include "core/handouts/tex_macros.h"

namespace attn {

const std::string_view formula_macros =
    R"(% A formula #1 no wider than #2: whole, or broken before its equals signs, or shrunk; it is box 4.
\long\def\stepfit#1#2{\gdef\stepside{}\setbox4\hbox{$\displaystyle#1$}%
\ifdim\wd4>#2\gdef\stepside{&\gdef\stepside{\\[2pt]&}}\setbox4\hbox{$\displaystyle\begin{aligned}#1\end{aligned}$}\fi
\ifdim\wd4>#2\gdef\stepside{\\[2pt]&}\setbox4\hbox{$\displaystyle\begin{aligned}&#1\end{aligned}$}\fi
\edef\stepnatural{\the\wd4}\ifdim\wd4>#2\setbox4\hbox{\resizebox{#2}{!}{\box4}}\fi}
% A centred line with the equation number of the label #2.
\long\def\stepline#1#2{\par\vskip2pt plus1pt\noindent\hbox to\linewidth{\hfil#1\hfil
\if\relax\detokenize{#2}\relax\else\refstepcounter{equation}\label{#2}\llap{(\theequation)}\fi}\par}
% The formula #2 with its numbers #4 for #3 beside it, or beneath it.
\long\def\stepformula#1#2#3#4{\par
\edef\steproom{\the\dimexpr\linewidth\if\relax\detokenize{#1}\relax\else-2.2em\fi\relax}%
\stepfit{#2}{\steproom}\setbox6\box4
\if\relax\detokenize{#4}\relax\stepline{\box6}{#1}\else
\setbox8\hbox{here#3 }\gdef\stepside{}\setbox4\hbox{$\displaystyle#4$}%
\ifdim\dimexpr\wd6+\wd8+\wd4+2em\relax>\steproom\stepline{\box6}{#1}%
\ifdim\dimexpr\wd8+\wd4\relax>\linewidth\stepline{\color{black!60}\box8}{}\stepfit{#4}{\linewidth}\fi
\stepline{\color{black!60}\box8\box4}{}%
\else\stepline{\box6\hskip2em{\color{black!60}\box8\box4}}{#1}\fi\fi}
)";

const std::string_view note_macros = R"(\makeatletter\emergencystretch=6em
\abovecaptionskip=4pt \belowcaptionskip=0pt \intextsep=6pt plus 2pt minus 2pt \textfloatsep=8pt plus 4pt minus 2pt \floatsep=6pt plus 2pt minus 2pt
\long\def\sentence#1#2{\expandafter\long\expandafter\def\csname say:#1\endcsname{#2}}
\def\say#1{\csname say:#1\endcsname}
\long\def\stepcaption#1#2#3{\caption{#1.}\label{#3}}
\long\def\steplong#1#2#3{\caption{#1\if\relax\detokenize{#2}\relax.\else: #2\fi}\label{#3}}
\def\stepsee#1{}\def\topfraction{.95}\def\bottomfraction{.8}\def\textfraction{.05}\def\floatpagefraction{.8}
\long\def\stepfigure#1{\setbox2\hbox{#1}\ifdim\wd2>\linewidth\resizebox{\linewidth}{!}{\box2}\else\box2\fi}
\long\def\stepfloat#1#2#3#4{\begin{figure}[htbp]\centering\stepfigure{#1}\let\normalsize\footnotesize\steplong{#2}{#3}{#4}\end{figure}}
% Defines #1 as the height of #3 in lines of the width #2; measuring counts no equation.
\long\def\stepheight#1#2#3{\setbox8\hbox{\let\refstepcounter\@gobble\let\label\@gobble\minipage[t]{#2}#3\endminipage}%
\edef#1{\the\dimexpr\ht8+\dp8\relax}}
\def\stepsmall{\fontsize{9}{10.8}\selectfont}
\long\def\stepcolumns#1{\par\nointerlineskip\noindent
\hbox to\linewidth{\minipage[t]{\stepc}\vspace{0pt}\raggedright\sloppy\stepsmall#1\endminipage\hfil\box2}\par}
% The figure #1 beside formulas #3 and words #4, beside one of them, or as a float: as low as possible.
\long\def\step#1#2#3#4{\par\setbox2\hbox{#1}%
\ifdim\wd2>.62\linewidth
#3\par\smallskip\noindent{\stepsmall\def\stepsee##1{ See Figure~\ref{##1}.}#4\par}
\begin{figure}[htbp]\centering\stepfigure{\box2}\let\normalsize\footnotesize\let\stepcaption\steplong#2\end{figure}\else
\edef\stepw{\the\dimexpr\ifdim\wd2<4.4cm 4.4cm\else\wd2\fi\relax}\edef\stepc{\the\dimexpr\linewidth-\stepw-1em\relax}%
\setbox2\hbox{\minipage[t]{\stepw}\vspace{0pt}\centering\box2\par
\let\normalsize\footnotesize\normalsize\def\@captype{figure}#2\endminipage}\edef\stepf{\the\dimexpr\ht2+\dp2\relax}%
\stepheight\stepformulas\stepc{\stepsmall#3}\stepheight\stepwords\stepc{\raggedright\sloppy\stepsmall#4}%
\edef\stepall{\the\dimexpr\ifdim\dimexpr\stepformulas+\stepwords\relax>\stepf\stepformulas+\stepwords\else\stepf\fi\relax}%
\ifdim\stepformulas<\stepf\let\stepformulas\stepf\fi\ifdim\stepwords<\stepf\let\stepwords\stepf\fi
\stepheight\stepx\linewidth{\stepsmall#4}\edef\stepformulas{\the\dimexpr\stepformulas+\stepx\relax}%
\stepheight\stepx\linewidth{#3}\edef\stepwords{\the\dimexpr\stepwords+\stepx\relax}%
\ifdim\stepwords<\stepformulas\let\stepx\stepwords\else\let\stepx\stepformulas\fi
\ifdim\stepall>\dimexpr\stepx+\baselineskip\relax
\ifdim\stepwords<\stepformulas#3\smallskip\stepcolumns{#4}\else\stepcolumns{#3}{\stepsmall\noindent#4\par}\fi
\else\stepcolumns{#3\smallskip#4}\fi\fi}
\makeatother
)";

const std::string_view frame_macros = R"(\makeatletter
\newbox\stepfirst\newbox\stepbox\newbox\stepapplied\newbox\stepremarks\newbox\stepwide\newbox\steppart
\def\stephigh{6.4cm}% of the words on a frame
% Formulas that are too wide for their place are kept in \stepwide.
\let\stepnarrow\stepformula
\long\def\stepformula#1#2#3#4{\stepfit{#2}{\linewidth}%
\ifdim\stepnatural>1.3\linewidth
\global\setbox\stepwide\vbox{\unvbox\stepwide\stepset{13.6cm}{\stepnarrow{}{#2}{#3}{#4}}}%
\else\stepnarrow{}{#2}{#3}{#4}\fi}
% Words #2 in lines of the width #1.
\long\def\stepset#1#2{\hsize#1\linewidth\hsize\textwidth\hsize\columnwidth\hsize\parindent0pt\footnotesize\raggedright#2\par}
\long\def\stepshown#1#2{\uncover<#1-|handout:1>{#2}}
\long\def\stepframe#1#2#3{\begin{frame}{#1}\let\stepuncover\stepshown
\setbox0\hbox{#2}\edef\stepw{\the\wd0}\begin{columns}[c]\begin{column}{\stepw}\box0\end{column}%
\begin{column}{\stepc}\raggedright\footnotesize#3\end{column}\end{columns}\end{frame}}
% Frames with the figure at first for the words in \stepbox, about equally full.
\long\def\steprest#1{\ifdim\ht\stepbox>\stephigh
\count4=\dimexpr\ht\stepbox-1sp\relax\divide\count4\dimexpr\stephigh\relax\advance\count4 1
\setbox\steppart\vsplit\stepbox to\dimexpr\ht\stepbox/\count4+1em\relax
\setbox\steppart\vbox{\unvbox\steppart}\else\setbox\steppart\box\stepbox\fi
\stepframe{#1}{\copy\stepfirst}{\unvcopy\steppart}\ifvoid\stepbox\else\steprest{#1}\fi}
\long\def\stepframes#1#2#3#4#5#6#7{\setbox\stepfirst\hbox{#2}\edef\stepw{\the\wd\stepfirst}%
\edef\stepc{\the\dimexpr13.6cm-\stepw\relax}\setbox\stepwide\vbox{}%
\setbox\stepbox\vbox{\stepset\stepc{#4}}\setbox\stepapplied\vbox{\stepset\stepc{#5}}%
\setbox\stepremarks\vbox{\stepset\stepc{#7}}\let\stepuncover\@secondoftwo\setbox0\vbox{\stepset\stepc{#6}}%
\ifdim\ht\stepwide>0pt\stepframewide{#1}\fi
\ifdim\dimexpr\ht\stepapplied+\ht0\relax>\stephigh\setbox\stepbox\vbox{\unvbox\stepbox\unvbox\stepapplied}\fi
\ifdim\dimexpr\ht\stepbox+\ht\stepapplied+\ht0+\ht\stepremarks\relax>\stephigh
\setbox\stepbox\vbox{\unvbox\stepbox\unvbox\stepremarks}\ifdim\ht\stepbox>0pt\steprest{#1}\fi\fi
\stepframe{#1}{\if\relax\detokenize{#3}\relax\copy\stepfirst\else#3\fi}%
{\unvcopy\stepbox\unvcopy\stepapplied#6\par\unvcopy\stepremarks}}
% A frame of the formulas that are too wide to stand beside the figure.
\long\def\stepframewide#1{\begin{frame}{#1}\unvcopy\stepwide\medskip\centering\setbox0\copy\stepfirst
\edef\steproom{\the\dimexpr6.6cm-\ht\stepwide\relax}%
\ifdim\ht0>\steproom\resizebox{!}{\steproom}{\box0}\else\box0\fi\end{frame}}
\makeatother
)";

} // namespace attn
